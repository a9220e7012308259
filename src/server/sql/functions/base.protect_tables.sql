CREATE OR REPLACE FUNCTION base.protect_tables(target regclass, p_engine_only boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  has_app boolean := exists (select from pg_attribute where attrelid = target and attname = 'app_id' and not attisdropped);
  has_source boolean := exists (select from pg_attribute where attrelid = target and attname = 'source_id' and not attisdropped);
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('grant select, insert, update, delete on %s to rt_engine', target);
  execute format('create policy engine on %s to rt_engine using (true) with check (true)', target);
  if p_engine_only then return; end if;
  execute format('grant select on %s to rt_platform', target);
  if has_app then
    execute format('grant select, insert, update, delete on %s to rt_app', target);
    execute format('create policy app on %s to rt_app using (app_id = (select base.app_id())) with check (app_id = (select base.app_id()))', target);
  end if;
  if has_source then
    execute format('grant select, insert, update, delete on %s to rt_source', target);
    execute format('create policy source on %s to rt_source using (source_id = (select base.source_id())) with check (source_id = (select base.source_id()))', target);
  end if;
  if has_app or has_source then
    execute format('create policy platform on %s for select to rt_platform using (true)', target);
  else
    execute format('grant select, insert, update, delete on %s to rt_platform', target);
    execute format('grant select on %s to rt_app, rt_source', target);
    execute format('create policy platform on %s to rt_platform using (true) with check (true)', target);
    execute format('create policy readers on %s for select to rt_app, rt_source using (true)', target);
  end if;
end $function$
;
