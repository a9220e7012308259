CREATE OR REPLACE FUNCTION base.protect_apps(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  has_source boolean := exists (select from pg_attribute where attrelid = target and attname = 'source_id' and not attisdropped);
  has_app boolean := exists (select from pg_attribute where attrelid = target and attname = 'app_id' and not attisdropped);
begin
  execute format('grant usage on schema %I to rt_apps', (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = target));
  if has_app then
    execute format('grant select on %s to rt_apps', target);
    execute format('create policy apps on %s for select to rt_apps using (app_id = any((select base.app_ids())::bigint[]))', target);
  elsif not has_source then
    execute format('grant select on %s to rt_apps', target);
    execute format('create policy apps_readers on %s for select to rt_apps using (true)', target);
  end if;
end $function$
;
