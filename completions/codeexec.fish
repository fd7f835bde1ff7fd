# fish completion for codeexec. Made by tools/docs: do not edit.

set -l commands run models check policy

complete -c codeexec -f
complete -c codeexec -n __fish_use_subcommand -s h -l help -d 'print the commands'
complete -c codeexec -n __fish_use_subcommand -l version -d 'print the versions of codeexec and its libraries'

complete -c codeexec -n __fish_use_subcommand -a run -d 'answer chat-completion requests by running their code'
complete -c codeexec -n '__fish_seen_subcommand_from run' -F
complete -c codeexec -n "__fish_seen_subcommand_from run" -s m -l model -x -a '(codeexec models --names 2>/dev/null)' -d 'with -c or -f: the program that runs the code'
complete -c codeexec -n "__fish_seen_subcommand_from run" -s c -l code -x -d 'run CODE instead of a request'
complete -c codeexec -n "__fish_seen_subcommand_from run" -s f -l file -r -F -d 'run the script FILE instead of a request; without -m its ending says the program'
complete -c codeexec -n "__fish_seen_subcommand_from run" -l stdin -r -F -d 'what the first block reads; - is our own stdin'
complete -c codeexec -n "__fish_seen_subcommand_from run" -s r -l raw -d 'print the program'\''s stdout and stderr as they come, no JSON'
complete -c codeexec -n "__fish_seen_subcommand_from run" -s e -l exit-code -d 'exit as the program did'
complete -c codeexec -n "__fish_seen_subcommand_from run" -s s -l stream -d 'print chunks as server-sent events'
complete -c codeexec -n "__fish_seen_subcommand_from run" -s n -l dry-run -d 'print the plan as JSON and run nothing'

complete -c codeexec -n __fish_use_subcommand -a models -d 'list the programs that a request may ask for'
complete -c codeexec -n "__fish_seen_subcommand_from models" -l json -d 'print OpenAI'\''s list of models'
complete -c codeexec -n "__fish_seen_subcommand_from models" -s a -l all -d 'list also the programs that are not allowed'
complete -c codeexec -n "__fish_seen_subcommand_from models" -l names -d 'print only the names, and ask for no version'

complete -c codeexec -n __fish_use_subcommand -a check -d 'try every layer of the sandbox on this host'
complete -c codeexec -n "__fish_seen_subcommand_from check" -l json -d 'print a JSON object'

complete -c codeexec -n __fish_use_subcommand -a policy -d 'show the policy in force, or validate a policy file'
complete -c codeexec -n "__fish_seen_subcommand_from policy" -l json -d 'print a JSON object'
complete -c codeexec -n "__fish_seen_subcommand_from policy" -l file -r -F -d 'only say whether FILE is a valid policy'

complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l policy -r -F -d 'policy file (else $CODEEXEC_POLICY, else /etc/codeexec/policy.yaml)'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -s h -d 'print the usage and these options'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l help -d 'print all options, with those of the policy'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l allow -x -a '(__fish_append , (codeexec models --names --all 2>/dev/null))' -d 'programs that may run; without any, nothing runs'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l interpreters -r -F -d 'interpreters.json to use in place of the built-in one'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l sandbox -x -a 'native off' -d 'off runs code without any confinement'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l network -x -a 'none host' -d 'none is a loopback of its own; host is the host'\''s network'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l timeout -x -d 'wall clock of the whole pipeline'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l cpu-time -x -d 'processor time'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l memory -x -d 'resident memory of all its processes together'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l address-space -x -d 'address space of each process, where the program bears it'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l processes -x -d 'processes and threads, the program and codeexec'\''s init among them'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l open-files -x -d 'files that each process may have open'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l file-size -x -d 'largest file it may write'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l workdir-size -x -d 'all files in the workdir and /tmp together'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l stdout-size -x -d 'bytes of stdout; more ends the run'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l stderr-size -x -d 'bytes of stderr that are kept'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l request-size -x -d 'largest request that is read'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l blocks -x -d 'code blocks of one request'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l pass-env -x -d 'variables that are handed on'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l pass-env-prefix -x -d 'variables that begin so are handed on'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l set-env -x -d 'a variable to set; may be given again'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l read-only -r -F -d 'can be read inside, at the same place'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l read-write -r -F -d 'can be read and written inside, at the same place'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l prefix -r -F -d 'software whose bin is searched before the system'\''s'
complete -c codeexec -n "__fish_seen_subcommand_from $commands" -l chdir -r -F -d 'where a program starts'
