# bash: substitutions, coprocesses, job control, redirections, traps.
set -u
cat <<END
here $((6 * 7)) $(echo command) `echo ticks`
END
cat <<<'here string'
diff <(printf '1\n2\n') <(printf '1\n3\n')
echo "status ${PIPESTATUS[*]} $?"
tee >(tr a-z A-Z >upper) <<<process >/dev/null
while [[ ! -s upper ]]; do sleep 0.01; done
cat upper
coproc UP { while read -r line; do echo "${line^^}"; done; }
echo coprocess >&"${UP[1]}"
read -r line <&"${UP[0]}"
echo "$line"
exec {fd}>&"${UP[1]}"-
exec {fd}>&-
wait
(exit 3) | true | (exit 5)
echo "${PIPESTATUS[@]}"
set -m
sleep 60 &
sleeper=$!
echo "jobs: $(jobs -r | wc -l)"
kill -STOP %%
until [[ $(jobs -s | wc -l) -eq 1 ]]; do sleep 0.01; done
echo stopped
bg %% >/dev/null
kill %%
wait "$sleeper"
echo "waited $?"
set +m
pids=()
for i in {1..20}; do (exit "$i") & pids+=($!); done
total=0
for pid in "${pids[@]}"; do
	wait "$pid"
	total=$((total + $?))
done
echo "$total"
trap 'echo trapped' USR1
kill -USR1 $$
trap 'echo error' ERR
false
trap - ERR
exec 5<>fifo.file 6>&1 7<&0
echo five >&5
exec 5<fifo.file
cat <&5
exec 5<&- 6>&- 7<&-
mkfifo fifo
echo through >fifo &
cat fifo
read -r -t 0.05 nothing <> <(:)
echo "read $?"
timeout 0.1 sleep 60
echo "timeout $?"
ulimit -n 100
ulimit -n
umask
mapfile -t lines < <(seq 5)
echo "${#lines[@]} ${lines[4]}"
declare -A map=([a]=1 [b]=2)
echo "${map[b]} ${!map[*]}" | tr ' ' '\n' | sort | tr '\n' ' '
echo
python3 -c "import socket
server = socket.create_server(('127.0.0.1', 0))
open('port', 'w').write(f'{server.getsockname()[1]}\n')
server.accept()[0].sendall(b'by the network\n')" &
until read -r port 2>/dev/null <port; do sleep 0.01; done
exec 8<>/dev/tcp/127.0.0.1/"$port"
cat <&8
(exec 9<>/dev/tcp/127.0.0.1/1) 2>/dev/null || echo refused
seq 100000 | sort -rn | head -n 1
seq 100000 | xargs -P 4 -n 1000 echo | wc -w
find . -newer upper -type f | wc -l >/dev/null
printf '%s\n' b a | sort | tee sorted | cksum
tar -cf - sorted | gzip | gunzip | tar -tf -
echo /dev/fd/* | wc -w | grep -c .
cat /dev/stdin <<<stdin
echo stdout >/dev/stdout
date -u -d @0 +%F
[[ -d $HOME && -d ${TMPDIR:-/tmp} && $(pwd) == "$HOME" ]] && echo folders
id -un >/dev/null && echo named
nice -n 5 sh -c 'echo nice'
setsid sh -c 'echo session'
nohup sh -c 'echo nohup' 2>/dev/null
mktemp -d | grep -c /tmp/
env -i /bin/sh -c 'echo ${HOME-none}'
trap 'echo end' EXIT
