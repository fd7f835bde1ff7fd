# bash completion for codeexec. Made by tools/docs: do not edit.

_codeexec() {
	local cur=${COMP_WORDS[COMP_CWORD]}
	local prev=${COMP_WORDS[COMP_CWORD - 1]}
	local command=${COMP_WORDS[1]} list='' words=''

	# readline splits --name=value at the equals sign.
	if [[ $cur == = ]]; then
		cur=''
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	if ((COMP_CWORD == 1)); then
		command='' prev=''
	fi
	case "$command $prev" in
	' ')
		words='run serve batch models check policy help'
		if [[ $cur == -* ]]; then
			words='-h --help --version'
		fi
		;;
	'-h '* | '--help '*)
		words='--json'
		;;
	'--version '*)
		words='-v --verbose --json'
		;;
	run" -m" | run" --model")
		words=$("$1" models --names 2>/dev/null)
		;;
	run" -c" | run" --code")
		return
		;;
	run" -f" | run" --file")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	run" --stdin")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	serve" -l" | serve" --listen")
		return
		;;
	serve" --log")
		words='text json none'
		;;
	batch" -j" | batch" --jobs")
		return
		;;
	batch" --resume")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	policy" --file")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	*" --policy")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	*" --allow")
		words=$("$1" models --names --all 2>/dev/null)
		;;
	*" --interpreters")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	*" --sandbox")
		words='native off'
		;;
	*" --network")
		words='none host'
		;;
	*" --timeout")
		return
		;;
	*" --cpu-time")
		return
		;;
	*" --memory")
		return
		;;
	*" --address-space")
		return
		;;
	*" --processes")
		return
		;;
	*" --open-files")
		return
		;;
	*" --file-size")
		return
		;;
	*" --workdir-size")
		return
		;;
	*" --stdout-size")
		return
		;;
	*" --stderr-size")
		return
		;;
	*" --collect-size")
		return
		;;
	*" --request-size")
		return
		;;
	*" --blocks")
		return
		;;
	*" --pass-env")
		return
		;;
	*" --pass-env-prefix")
		return
		;;
	*" --set-env")
		return
		;;
	*" --read-only")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	*" --read-write")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	*" --prefix")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	*" --chdir")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	*" --warm")
		words='auto always off'
		;;
	*" --warm-preload")
		return
		;;
	*" --api-key-file")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	*" --max-concurrent")
		return
		;;
	*" --queue")
		return
		;;
	*" --queue-wait")
		return
		;;
	*" --lock-dir")
		compopt -o filenames
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	*" --connections")
		return
		;;
	*" --header-timeout")
		return
		;;
	*" --body-timeout")
		return
		;;
	*" --idle-timeout")
		return
		;;
	*" --cors")
		return
		;;
	run" "*)
		words=' -m --model -c --code -f --file --stdin -r --raw --json -e --exit-code -s --stream -n --dry-run -v --verbose --policy -q --quiet --allow --interpreters --sandbox --network --timeout --cpu-time --memory --address-space --processes --open-files --file-size --workdir-size --stdout-size --stderr-size --collect-size --request-size --blocks --pass-env --pass-env-prefix --set-env --read-only --read-write --prefix --chdir --warm --warm-preload -h --help'
		if [[ $cur != -* ]]; then
			compopt -o filenames
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			return
		fi
		;;
	serve" "*)
		words=' -l --listen --log --json --policy -q --quiet --allow --interpreters --sandbox --network --timeout --cpu-time --memory --address-space --processes --open-files --file-size --workdir-size --stdout-size --stderr-size --collect-size --request-size --blocks --pass-env --pass-env-prefix --set-env --read-only --read-write --prefix --chdir --warm --warm-preload --api-key-file --max-concurrent --queue --queue-wait --lock-dir --connections --header-timeout --body-timeout --idle-timeout --cors -h --help'
		;;
	batch" "*)
		words=' -j --jobs --ordered --resume --fail-fast --expect --json --policy -q --quiet --allow --interpreters --sandbox --network --timeout --cpu-time --memory --address-space --processes --open-files --file-size --workdir-size --stdout-size --stderr-size --collect-size --request-size --blocks --pass-env --pass-env-prefix --set-env --read-only --read-write --prefix --chdir --warm --warm-preload -h --help'
		if [[ $cur != -* ]]; then
			compopt -o filenames
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			return
		fi
		;;
	models" "*)
		words=' --json -a --all --names --policy -q --quiet --allow --interpreters --sandbox --network --timeout --cpu-time --memory --address-space --processes --open-files --file-size --workdir-size --stdout-size --stderr-size --collect-size --request-size --blocks --pass-env --pass-env-prefix --set-env --read-only --read-write --prefix --chdir --warm --warm-preload -h --help'
		;;
	check" "*)
		words=' --json --policy -q --quiet --allow --interpreters --sandbox --network --timeout --cpu-time --memory --address-space --processes --open-files --file-size --workdir-size --stdout-size --stderr-size --collect-size --request-size --blocks --pass-env --pass-env-prefix --set-env --read-only --read-write --prefix --chdir --warm --warm-preload -h --help'
		;;
	policy" "*)
		words=' --json --file --policy -q --quiet --allow --interpreters --sandbox --network --timeout --cpu-time --memory --address-space --processes --open-files --file-size --workdir-size --stdout-size --stderr-size --collect-size --request-size --blocks --pass-env --pass-env-prefix --set-env --read-only --read-write --prefix --chdir --warm --warm-preload -h --help'
		if [[ $cur != -* ]]; then
			words='programs interpreters sandbox network limits.timeout limits.cpu_time limits.memory limits.address_space limits.processes limits.open_files limits.file_size limits.workdir limits.stdout limits.stderr limits.collect limits.request limits.blocks environment.pass environment.pass_prefix environment.set filesystem.read_only filesystem.read_write filesystem.prefix filesystem.chdir warm.start warm.preload server.api_key_file server.max_concurrent server.queue server.queue_wait server.lock_dir server.connections server.header_timeout server.body_timeout server.idle_timeout server.cors limits environment filesystem warm server'
		fi
		;;
	help" "*)
		words=' --json -h --help'
		if [[ $cur != -* ]]; then
			words='run serve batch models check policy help'
		fi
		;;
	esac
	if [[ $cur == *,* ]]; then
		list=${cur%,*},
	fi
	mapfile -t COMPREPLY < <(compgen -P "$list" -W "$words" -- "${cur##*,}")
}

complete -F _codeexec codeexec
