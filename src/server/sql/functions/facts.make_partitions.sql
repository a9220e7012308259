CREATE OR REPLACE FUNCTION facts.make_partitions(parent text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  short text := replace(parent, '.', '_');
  month date;
  ends date;
begin
  for month in select generate_series(date_trunc('month', now()) - interval '3 months', date_trunc('month', now()) + interval '2 months', interval '1 month')::date loop
    continue when to_regclass('facts.' || short || to_char(month, '_YYYYMM')) is not null;
    ends := month + interval '1 month';
    execute format('create table if not exists facts.%I partition of %s default', short || '_other', parent);
    execute format('lock table facts.%I in access exclusive mode', short || '_other');
    execute format('create temp table early on commit drop as select * from facts.%I where at >= %L and at < %L', short || '_other', month::timestamptz, ends::timestamptz);
    execute format('delete from facts.%I where at >= %L and at < %L', short || '_other', month::timestamptz, ends::timestamptz);
    execute format('create table facts.%I partition of %s for values from (%L) to (%L)', short || to_char(month, '_YYYYMM'), parent, month::timestamptz, ends::timestamptz);
    execute format('insert into %s select * from early', parent);
    drop table pg_temp.early;
  end loop;
end $function$
;
