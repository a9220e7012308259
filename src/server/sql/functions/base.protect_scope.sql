CREATE OR REPLACE FUNCTION base.protect_scope(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  has_source boolean := exists (select from pg_attribute where attrelid = target and attname = 'source_id' and not attisdropped);
  has_app boolean := exists (select from pg_attribute where attrelid = target and attname = 'app_id' and not attisdropped);
begin
  execute format('grant usage on schema %I to rt_scope', (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = target));
  if has_source then
    execute format('grant select on %s to rt_scope', target);
    execute format('create policy scope on %s to rt_scope using (source_id = any((select base.source_ids())::bigint[])) with check (source_id = any((select base.source_ids())::bigint[]))', target);
  elsif not has_app then
    execute format('grant select on %s to rt_scope', target);
    execute format('create policy scope_readers on %s for select to rt_scope using (true)', target);
  end if;
end $function$
;
