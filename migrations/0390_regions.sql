-- Province (GB/T 2260, two digits) and city of a site, and a role that reads some applications of its caller: those with a
-- site in a region.
alter table applications.site add column province smallint check (province between 11 and 82), add column city text;
create index site_region on applications.site (province, city) where province is not null;

do $$ begin
  if not exists (select from pg_roles where rolname = 'rt_apps') then create role rt_apps nologin; end if;
  grant rt_apps to current_user;
end $$;
create function base.app_ids() returns bigint[] language sql stable parallel safe
  as $$ select string_to_array(nullif(current_setting('portico.app_ids', true), ''), ',')::bigint[] $$;

-- Reading only. A table without an application and with an organisation is not readable.
create function base.protect_apps(target regclass) returns void language plpgsql as $$
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
end $$;

do $$ declare target regclass; begin
  for target in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity and n.nspname not like 'pg\_%'
      and has_table_privilege('rt_app', c.oid, 'select') and c.oid not in ('identity.account_role'::regclass, 'identity.account_app'::regclass)
  loop
    perform base.protect_apps(target);
  end loop;
end $$;
grant usage on schema base to rt_apps;

-- Tables made from now on are behind this policy too.
create or replace function base.protect(target regclass, p_engine_only boolean default false) returns void language plpgsql as $$
begin
  perform base.protect_tables(target, p_engine_only);
  if not p_engine_only then
    perform base.protect_scope(target);
    perform base.protect_apps(target);
  end if;
end $$;
