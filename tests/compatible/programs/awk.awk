# awk: processes, pipes, files.
BEGIN {
	"echo $((6 * 7))" | getline answer
	print answer
	print "b\na" | "sort"
	close("sort")
	print system("exit 3")
	file = ENVIRON["HOME"] "/awk"
	for (i = 0; i < 1000; i++)
		print i > file
	close(file)
	while ((getline line < file) > 0)
		sum += line
	print sum
	printf "%s %d %.3f\n", toupper("x"), 3.9, atan2(0, -1)
	cat = "tr a-z A-Z"
	print "through" | cat
	close(cat)
	print length(sprintf("%1000000s", ""))
	print "end"
}
