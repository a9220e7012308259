CREATE OR REPLACE FUNCTION base.protect_places(target regclass, p_ids text DEFAULT 'devices.ids_in_places()'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  has_source boolean := exists (select from pg_attribute where attrelid = target and attname = 'source_id' and not attisdropped);
  has_app boolean := exists (select from pg_attribute where attrelid = target and attname = 'app_id' and not attisdropped);
  has_device boolean := exists (select from pg_attribute where attrelid = target and attname = 'device_id' and not attisdropped);
  condition text := concat_ws(' and ',
    case when has_app then 'app_id = (select base.app_id())' end,
    case when has_device then format('device_id = any((select %s)::bigint[])', p_ids) end);
begin
  execute format('grant usage on schema %I to rt_places', (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = target));
  if has_device then
    execute format('grant select on %s to rt_places', target);
    execute format('create policy places on %s to rt_places using (%s) with check (%s)', target, condition, condition);
  elsif not has_app and not has_source then
    execute format('grant select on %s to rt_places', target);
    execute format('create policy places on %s for select to rt_places using (true)', target);
  end if;
end $function$
;
