-- SQLite: tables in memory, in a file and beside, sorted on disk, dumped.
create table t (n integer primary key, text);
with recursive c(n) as (select 1 union all select n + 1 from c where n < 100000)
	insert into t select n, printf('%064d', n) from c;
select count(*), sum(n), max(text) from t;
pragma temp_store = file;
pragma cache_size = 10;
create temp table sorted as select text from t order by text desc;
select * from sorted limit 1;
attach 'file.db' as file;
pragma file.journal_mode = wal;
create table file.copy as select * from t;
select count(*) from file.copy;
vacuum file;
detach file;
.open file.db
select count(*) from copy;
pragma integrity_check;
.backup other.db
.open other.db
select count(*) from copy;
select json_extract('{"a": [1, 2]}', '$.a[1]'), date(0, 'unixepoch'), length(randomblob(8));
.shell echo by the shell
select 'end';
