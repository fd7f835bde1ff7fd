/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * In a program without shared libraries, what libmicrohttpd finds in GnuTLS's
 * place: the Makefile gives each of those functions this address. Of them only
 * the one that readies GnuTLS is called, whose result nobody looks at: no
 * daemon here is told to speak TLS, which is for whoever stands in front.
 */

int no_tls(void);

int no_tls(void)
{
	return -1;
}
