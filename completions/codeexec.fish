# fish completion for codeexec. Made by tools/docs: do not edit.

# The word behind codeexec is yet to come; is one of these.
function __codeexec_first
    test (count (commandline -opc)) -eq 1
end

function __codeexec_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- $words[2] $argv
end

set -l commands run serve batch models check policy help
set -l working run serve batch models check policy
set -l keys programs interpreters sandbox network limits.timeout limits.cpu_time limits.memory limits.address_space limits.processes limits.open_files limits.file_size limits.workdir limits.stdout limits.stderr limits.collect limits.request limits.blocks environment.pass environment.pass_prefix environment.set filesystem.read_only filesystem.read_write filesystem.prefix filesystem.chdir warm.start warm.preload server.api_key_file server.max_concurrent server.queue server.queue_wait server.lock_dir server.connections server.header_timeout server.body_timeout server.idle_timeout server.cors limits environment filesystem warm server

complete -c codeexec -f
complete -c codeexec -n __codeexec_first -s h -l help -d 'print the commands'
complete -c codeexec -n __codeexec_first -l version -d 'print the versions of codeexec and its libraries'
complete -c codeexec -n '__codeexec_is --version' -s v -l verbose -d 'say what the kernel has'
complete -c codeexec -n '__codeexec_is --version -h --help' -l json -d 'print a JSON object'

complete -c codeexec -n __codeexec_first -a run -d 'answer chat-completion requests by running their code'
complete -c codeexec -n '__codeexec_is run' -F
complete -c codeexec -n "__codeexec_is run" -s m -l model -x -a '(codeexec models --names 2>/dev/null)' -d 'with -c or -f: the program that runs the code'
complete -c codeexec -n "__codeexec_is run" -s c -l code -x -d 'run CODE instead of a request'
complete -c codeexec -n "__codeexec_is run" -s f -l file -r -F -d 'run the script FILE instead of a request; without -m its ending says the program'
complete -c codeexec -n "__codeexec_is run" -l stdin -r -F -d 'what the first block reads; - is our own stdin'
complete -c codeexec -n "__codeexec_is run" -s r -l raw -d 'print the program'\''s stdout and stderr as they come, no JSON'
complete -c codeexec -n "__codeexec_is run" -l json -d 'print JSON, as it does without --raw'
complete -c codeexec -n "__codeexec_is run" -s e -l exit-code -d 'exit as the program did'
complete -c codeexec -n "__codeexec_is run" -s s -l stream -d 'print chunks as server-sent events'
complete -c codeexec -n "__codeexec_is run" -s n -l dry-run -d 'print the plan as JSON and run nothing'
complete -c codeexec -n "__codeexec_is run" -s v -l verbose -d 'print how long each part of the run took, in microseconds'

complete -c codeexec -n __codeexec_first -a serve -d 'answer chat-completion requests over HTTP'
complete -c codeexec -n "__codeexec_is serve" -s l -l listen -x -d 'serve in a loop on 127.0.0.1:8080, [::1]:8080, 8080 (on the loopback) or unix:/run/x.sock; else one conversation on stdin and stdout, or on sockets of systemd'
complete -c codeexec -n "__codeexec_is serve" -l log -x -a 'text json none' -d 'how each request is told of on stderr (default: text)'
complete -c codeexec -n "__codeexec_is serve" -l json -d 'the same as --log json'
complete -c codeexec -n "__codeexec_is serve" -l api-key-file -r -F -d 'API keys, one a line, besides the one in CODEEXEC_API_KEY'
complete -c codeexec -n "__codeexec_is serve" -l max-concurrent -x -d 'runs at once, over all processes of the service'
complete -c codeexec -n "__codeexec_is serve" -l queue -x -d 'requests that may wait for one of them to end'
complete -c codeexec -n "__codeexec_is serve" -l queue-wait -x -d 'how long they wait before they are answered 429'
complete -c codeexec -n "__codeexec_is serve" -l lock-dir -r -F -d 'lock files: processes that name the same folder share max_concurrent'
complete -c codeexec -n "__codeexec_is serve" -l connections -x -d 'connections at once; more wait to be accepted'
complete -c codeexec -n "__codeexec_is serve" -l header-timeout -x -d 'how long the head of a request may take to come'
complete -c codeexec -n "__codeexec_is serve" -l body-timeout -x -d 'how long its body may take'
complete -c codeexec -n "__codeexec_is serve" -l idle-timeout -x -d 'how long a client may send nothing between requests, or read nothing of an answer'
complete -c codeexec -n "__codeexec_is serve" -l cors -x -d 'origins whose pages may call; * is any'

complete -c codeexec -n __codeexec_first -a batch -d 'answer a file of requests, several at once'
complete -c codeexec -n '__codeexec_is batch' -F
complete -c codeexec -n "__codeexec_is batch" -s j -l jobs -x -d 'requests at once (default: processors)'
complete -c codeexec -n "__codeexec_is batch" -l ordered -d 'write records in the order of the input'
complete -c codeexec -n "__codeexec_is batch" -l resume -r -F -d 'append the output to FILE, and skip the requests that it has answers for already'
complete -c codeexec -n "__codeexec_is batch" -l fail-fast -d 'stop at the first that does not pass'
complete -c codeexec -n "__codeexec_is batch" -l expect -d 'hold stdout against codeexec.expected_stdout; records get a verdict'
complete -c codeexec -n "__codeexec_is batch" -l json -d 'print the summary, or what is wrong, as a JSON object'

complete -c codeexec -n __codeexec_first -a models -d 'list the programs that a request may ask for'
complete -c codeexec -n "__codeexec_is models" -l json -d 'print OpenAI'\''s list of models'
complete -c codeexec -n "__codeexec_is models" -s a -l all -d 'list also the programs that are not allowed'
complete -c codeexec -n "__codeexec_is models" -l names -d 'print only the names, and ask for no version'

complete -c codeexec -n __codeexec_first -a check -d 'try every layer of the sandbox on this host'
complete -c codeexec -n "__codeexec_is check" -l json -d 'print a JSON object'

complete -c codeexec -n __codeexec_first -a policy -d 'show the policy in force, or validate a policy file'
complete -c codeexec -n '__codeexec_is policy' -a "$keys"
complete -c codeexec -n "__codeexec_is policy" -l json -d 'print a JSON object'
complete -c codeexec -n "__codeexec_is policy" -l file -r -F -d 'only say whether FILE is a valid policy'

complete -c codeexec -n __codeexec_first -a help -d 'print the commands, or the options of one of them'
complete -c codeexec -n '__codeexec_is help' -a "$commands"
complete -c codeexec -n "__codeexec_is help" -l json -d 'print a JSON object'

complete -c codeexec -n "__codeexec_is $working" -l policy -r -F -d 'policy file (else $CODEEXEC_POLICY, else /etc/codeexec/policy.yaml)'
complete -c codeexec -n "__codeexec_is $working" -s q -l quiet -d 'print no notes on stderr, only warnings and errors'
complete -c codeexec -n "__codeexec_is $working" -l allow -x -a '(__fish_append , (codeexec models --names --all 2>/dev/null))' -d 'programs that may run; without any, nothing runs'
complete -c codeexec -n "__codeexec_is $working" -l interpreters -r -F -d 'interpreters.json to use in place of the built-in one'
complete -c codeexec -n "__codeexec_is $working" -l sandbox -x -a 'native off' -d 'off runs code without any confinement'
complete -c codeexec -n "__codeexec_is $working" -l network -x -a 'none host' -d 'none is a loopback of its own; host is the host'\''s network'
complete -c codeexec -n "__codeexec_is $working" -l timeout -x -d 'wall clock of the whole pipeline'
complete -c codeexec -n "__codeexec_is $working" -l cpu-time -x -d 'processor time'
complete -c codeexec -n "__codeexec_is $working" -l memory -x -d 'resident memory of all its processes together'
complete -c codeexec -n "__codeexec_is $working" -l address-space -x -d 'address space of each process, where the program bears it'
complete -c codeexec -n "__codeexec_is $working" -l processes -x -d 'processes and threads, the program and codeexec'\''s init among them'
complete -c codeexec -n "__codeexec_is $working" -l open-files -x -d 'files that each process may have open'
complete -c codeexec -n "__codeexec_is $working" -l file-size -x -d 'largest file it may write'
complete -c codeexec -n "__codeexec_is $working" -l workdir-size -x -d 'all files in the workdir and /tmp together'
complete -c codeexec -n "__codeexec_is $working" -l stdout-size -x -d 'bytes of stdout; more ends the run'
complete -c codeexec -n "__codeexec_is $working" -l stderr-size -x -d 'bytes of stderr that are kept'
complete -c codeexec -n "__codeexec_is $working" -l collect-size -x -d 'bytes of files that are handed back, and of their paths'
complete -c codeexec -n "__codeexec_is $working" -l request-size -x -d 'largest request that is read'
complete -c codeexec -n "__codeexec_is $working" -l blocks -x -d 'code blocks of one request'
complete -c codeexec -n "__codeexec_is $working" -l pass-env -x -d 'variables that are handed on'
complete -c codeexec -n "__codeexec_is $working" -l pass-env-prefix -x -d 'variables that begin so are handed on'
complete -c codeexec -n "__codeexec_is $working" -l set-env -x -d 'a variable to set; may be given again'
complete -c codeexec -n "__codeexec_is $working" -l read-only -r -F -d 'can be read inside, at the same place'
complete -c codeexec -n "__codeexec_is $working" -l read-write -r -F -d 'can be read and written inside, at the same place'
complete -c codeexec -n "__codeexec_is $working" -l prefix -r -F -d 'software whose bin is searched before the system'\''s'
complete -c codeexec -n "__codeexec_is $working" -l chdir -r -F -d 'where a program starts'
complete -c codeexec -n "__codeexec_is $working" -l warm -x -a 'auto always off' -d 'auto: batch and serve --listen keep them; always: so does run'
complete -c codeexec -n "__codeexec_is $working" -l warm-preload -x -d 'Python modules that are imported beforehand, where present'
complete -c codeexec -n "__codeexec_is $commands" -s h -d 'print the usage and these options'
complete -c codeexec -n "__codeexec_is $commands" -l help -d 'print all options, with those of the policy'
