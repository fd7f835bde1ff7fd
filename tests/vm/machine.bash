# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# What the virtual machines of tests/vm share: Debian's cloud kernel without
# acceleration, and an initramfs of files of this machine. $work is a folder
# for them, $root in it the tree of the initramfs, $image a kernel's.

# The kernel image: $KERNEL, or of the package linux-image-cloud-amd64, which
# is downloaded and not installed.
kernel() {
	if [[ -n ${KERNEL:-} ]]; then
		echo "$KERNEL"
		return
	fi
	local package
	package=$(apt-cache depends linux-image-cloud-amd64 |
		sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
	(cd "$work" && apt-get download "$package" >/dev/null 2>&1 &&
		dpkg-deb -x ./*.deb kernel)
	echo "$work"/kernel/boot/vmlinuz-*
}

# FILE and every library it loads, at their own paths.
add() { # FILE...
	local file
	for file in "$@" $(ldd "$@" 2>/dev/null | sed -nE 's|.*[[:space:]](/[^ ]*) \(0x.*|\1|p' | sort -u); do
		[[ ! -e $root$file ]] || continue
		mkdir -p "$root$(dirname "$file")"
		cp -L "$file" "$root$file"
	done
}

# A tree with busybox, a shell, Python, some tools, and INIT, which busybox
# runs first.
plant() { # INIT
	mkdir -p "$root"/{usr/bin,usr/sbin,usr/lib,usr/lib64,proc,sys,dev,tmp,var/tmp,etc,run}
	ln -s usr/bin "$root/bin"
	ln -s usr/sbin "$root/sbin"
	ln -s usr/lib "$root/lib"
	ln -s usr/lib64 "$root/lib64"
	cp "$(command -v busybox)" "$root/usr/bin/busybox"
	add /usr/bin/bash /usr/bin/python3.11
	ln -s python3.11 "$root/usr/bin/python3"
	add /usr/bin/{head,seq,sleep,cat}
	cp -r /usr/lib/python3.11 "$root/usr/lib/"
	rm -rf "$root"/usr/lib/python3.11/{test,idlelib,lib2to3,__pycache__,config-*}
	cp "$1" "$root/init"
	chmod 755 "$root/init"
}

pack() {
	(cd "$root" && find . | cpio --quiet -o -H newc) >"$work/initramfs"
}

# What one boot finds, as lines of TAP without numbers. It must say its end.
boot() { # NAME [KERNEL-ARGUMENT...]
	local name=$1 start=$SECONDS
	shift
	timeout 600 qemu-system-x86_64 -accel tcg -cpu max -smp 2 -m 1024 \
		-kernel "$image" -initrd "$work/initramfs" -nographic \
		-no-reboot -nodefaults -serial stdio -append \
		"console=ttyS0 quiet panic=-1 vm=$name $*" </dev/null |
		tr -d '\r' | tee "$work/console.$name" | grep -aE '^(ok|not ok|#)' || true
	grep -aqx '# end' "$work/console.$name" || {
		echo "not ok - $name: the machine came to its end"
		tail -n 20 "$work/console.$name" | sed 's/^/# /'
	}
	echo "# $name took $((SECONDS - start)) s"
}

# Those lines, numbered, with the plan behind them.
number() {
	awk '/^# end$/ {next} /^(not )?ok/ {n++; sub(/ok/, "ok " n)} {print} END {print "1.." n}'
}
