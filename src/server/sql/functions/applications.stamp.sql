CREATE OR REPLACE FUNCTION applications.stamp(p_app bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  own bigint := (select source_id from applications.application where id = p_app);
  found record;
  n bigint;
  stamped bigint := 0;
begin
  for found in
    select format('%I.%I', s.nspname, c.relname) as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and (s.nspname, c.relname) not in (('audit', 'entry'), ('applications', 'application'))
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('app_id', 'source_id') and not a.attisdropped)
    order by 1
  loop
    execute format('update %s set source_id = $2 where app_id = $1 and source_id is distinct from $2', found.name) using p_app, own;
    get diagnostics n = row_count;
    stamped := stamped + n;
  end loop;
  update applications.review set source_id = own where application_id = p_app and source_id <> own;
  return stamped;
end $function$
;
