-- Accounts that are limited to sites and groups within an application, and the role in which they read: beside rt_app, with
-- the devices of these places in the place of the whole application. Nothing is granted by default: a table without a
-- device is closed to this role until a migration opens it.
create table identity.account_scope (
  account_id bigint not null references identity.account on delete cascade,
  -- Of an application that is gone, it means nothing.
  app_id bigint not null,
  site_ids bigint[] not null default '{}',
  group_ids bigint[] not null default '{}',
  updated_at timestamptz not null default now(), updated_by bigint,
  primary key (account_id, app_id),
  check (cardinality(site_ids) + cardinality(group_ids) between 1 and 200)
);
create index account_scope_app on identity.account_scope (app_id);
select base.protect('identity.account_scope', true);
-- As the applications of an account: written by whoever writes the account.
grant select, insert, update, delete on identity.account_scope to rt_source, rt_scope, rt_platform;
create policy own on identity.account_scope to rt_source, rt_scope
  using (exists (select from identity.account a where a.id = account_id)) with check (exists (select from identity.account a where a.id = account_id));
create policy staff on identity.account_scope to rt_platform using (true) with check (true);

do $$ begin
  if not exists (select from pg_roles where rolname = 'rt_places') then create role rt_places nologin; end if;
  grant rt_places to current_user;
end $$;
grant usage on schema base, engine, audit, identity, applications, catalog, people, devices, access, sync, service, content to rt_places;

create function base.site_ids() returns bigint[] language sql stable parallel safe
  as $$ select string_to_array(nullif(current_setting('portico.site_ids', true), ''), ',')::bigint[] $$;
create function base.group_ids() returns bigint[] language sql stable parallel safe
  as $$ select string_to_array(nullif(current_setting('portico.group_ids', true), ''), ',')::bigint[] $$;

-- An application of such an account in which it has no limits.
create function base.whole_app() returns boolean language sql stable parallel safe
  as $$ select current_setting('portico.whole_app', true) = 'on' $$;

-- The devices of the request's application that are now at one of its sites or in one of its groups; read once for each
-- statement, so that a device that is moved leaves or enters at once, with its history.
create index device_site on devices.device (site_id) where site_id is not null;
create function devices.ids_in_places() returns bigint[] language sql stable parallel safe security definer set search_path = pg_catalog
  as $$ select coalesce(array_agg(d.id), '{}') from devices.device d
    where d.app_id = (select base.app_id()) and ((select base.whole_app()) or d.site_id = any((select base.site_ids())::bigint[]) or d.group_id = any((select base.group_ids())::bigint[])) $$;
grant create on schema devices to rt_engine;
alter function devices.ids_in_places owner to rt_engine;
revoke create on schema devices from rt_engine;

-- Reading: rows of these devices, and what belongs to the platform. Everything else is opened by name.
-- `p_ids` are the devices that the caller sees.
create function base.protect_places(target regclass, p_ids text default 'devices.ids_in_places()') returns void language plpgsql as $$
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
end $$;

do $$ declare target regclass; begin
  for target in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity and n.nspname not like 'pg\_%'
      and has_table_privilege('rt_app', c.oid, 'select')
      and c.oid not in ('identity.account_app'::regclass, 'identity.role_organisation'::regclass, 'devices.refusal'::regclass,
        -- What others are called back about, and what rules did to other devices.
        'callbacks.delivery'::regclass, 'linkage.run'::regclass)
  loop
    perform base.protect_places(target);
  end loop;
end $$;
create or replace function base.protect(target regclass, p_engine_only boolean default false) returns void language plpgsql as $$
begin
  perform base.protect_tables(target, p_engine_only);
  if not p_engine_only then
    perform base.protect_scope(target);
    perform base.protect_apps(target);
    perform base.protect_places(target);
  end if;
end $$;

-- The device itself: it can be moved between these places, and not out of them.
grant select, update on devices.device to rt_places;
create policy places on devices.device to rt_places
  using (app_id = (select base.app_id()) and ((select base.whole_app()) or site_id = any((select base.site_ids())::bigint[]) or group_id = any((select base.group_ids())::bigint[])))
  with check (app_id = (select base.app_id()) and ((select base.whole_app()) or site_id = any((select base.site_ids())::bigint[]) or group_id = any((select base.group_ids())::bigint[])));

-- What belongs to a row of a device. The rows that the conditions name are behind this wall themselves.
grant select, insert, update on devices.alarm_step to rt_places;
create policy places on devices.alarm_step to rt_places using (exists (select from devices.alarm a where a.id = alarm_id))
  with check (exists (select from devices.alarm a where a.id = alarm_id));
grant select, insert, update on devices.alarm_event to rt_places;
create policy places on devices.alarm_event to rt_places using (exists (select from devices.alarm a where a.id = alarm_id))
  with check (exists (select from devices.alarm a where a.id = alarm_id));
grant select, insert, update, delete on devices.work_item to rt_places;
create policy places on devices.work_item to rt_places using (app_id = (select base.app_id()) and exists (select from devices.event e where e.id = fact_id))
  with check (app_id = (select base.app_id()) and exists (select from devices.event e where e.id = fact_id));
grant select, insert on service.ticket_step to rt_places;
create policy places on service.ticket_step to rt_places using (exists (select from service.ticket t where t.id = ticket_id))
  with check (exists (select from service.ticket t where t.id = ticket_id));
-- What these accounts do with their devices.
grant update on devices.component, devices.alarm to rt_places;
grant insert on devices.alarm to rt_places;
grant insert, update on devices.command to rt_places;
grant insert, update on service.ticket to rt_places;
-- A ticket gets its application after it is stored: that of its device.
drop policy places on service.ticket;
create policy places on service.ticket to rt_places using (device_id = any((select devices.ids_in_places())::bigint[]))
  with check (device_id = any((select devices.ids_in_places())::bigint[]));
-- Names of colleagues: of who was given an alarm or a ticket.
grant select (id, source_id, username, nickname, state, machine, deleted_at) on identity.account to rt_places;
create policy places on identity.account for select to rt_places using (source_id = (select base.source_id()));
-- What belongs to the whole application and is read beside a device: an account with places sees none of these rows.
grant select on linkage.rule, linkage.run, callbacks.callback, callbacks.delivery, identity.api_key, devices.escalation,
  applications.review to rt_places;
grant usage on schema linkage, callbacks to rt_places;
grant usage on sequence service.ticket_no to rt_places;

-- The places themselves, and those of their devices.
grant select on applications.site, devices.device_group to rt_places;
create policy places on applications.site for select to rt_places
  using (app_id = (select base.app_id()) and ((select base.whole_app()) or id = any((select base.site_ids())::bigint[])
    or id in (select d.site_id from devices.device d)));
create policy places on devices.device_group for select to rt_places
  using (app_id = (select base.app_id()) and ((select base.whole_app()) or id = any((select base.group_ids())::bigint[])
    or id in (select d.group_id from devices.device d)));

-- What belongs to no place: read as a whole, and not written.
grant select on applications.application, people.person, people.card, people.organization, access.auth_group, access.group_person,
  access.time_plan, sync.group_head, sync.member to rt_places;
create policy places on applications.application for select to rt_places
  using (app_id = (select base.app_id()) or id = any((select base.app_ids())::bigint[]));
do $$ declare target regclass; begin
  foreach target in array array['people.person', 'people.card', 'people.organization', 'access.auth_group', 'access.group_person',
    'access.time_plan', 'sync.group_head', 'sync.member']::regclass[]
  loop
    execute format('create policy places on %s for select to rt_places using (app_id = (select base.app_id()))', target);
  end loop;
end $$;

-- The engine's own tables, as every role of a request has them.
grant insert on engine.outbox to rt_places;
create policy emit_places on engine.outbox for insert to rt_places with check (true);
grant update on engine.head to rt_places;
create policy bump_places on engine.head for update to rt_places using (true) with check (true);
grant insert (id, at, actor_id, actor_name, source_id, app_id, ip, request_id, action, object, object_id, object_name, changes, reason) on audit.entry to rt_places;
create policy write_places on audit.entry for insert to rt_places with check (app_id = (select base.app_id()));
grant execute on function engine.hold_files, engine.own_removals to rt_places;
revoke all on function ingest.raise_alarms, ingest.store_alarms from public;

-- As before, and the places to which an account is limited in its applications.
drop function identity.rights(bigint[]);
create function identity.rights(p_accounts bigint[])
returns table (account_id bigint, type smallint, role_ids bigint[], points text[], every_source boolean, sources bigint[], app_scope smallint, apps bigint[], app_sources bigint[], places jsonb)
language sql stable security definer set search_path = pg_catalog as $$
  select a.id, a.type, r.ids,
    case
      when k.id is not null then coalesce((select array_agg(distinct m.permission) from identity.menu m where k.state = 1 and m.permission in (select jsonb_array_elements_text(k.points))), '{}')
      when a.type = 0 then (select array_agg(distinct m.permission) from identity.menu m where m.permission is not null)
      else coalesce((select array_agg(distinct m.permission) from identity.role_menu rm join identity.menu m on m.id = rm.menu_id where rm.role_id = any(r.ids) and m.permission is not null), '{}')
    end,
    s.everything, s.sources, a.app_scope, given.apps, given.sources,
    (select jsonb_object_agg(c.app_id::text, jsonb_build_object('sites', c.site_ids::text[], 'groups', c.group_ids::text[], 'since', c.updated_at))
      from identity.account_scope c where c.account_id = a.id and a.type > 1)
  from identity.account a
  left join identity.api_key k on k.id = a.id
  cross join lateral (select coalesce(array_agg(ar.role_id order by ar.role_id), '{}') as ids, coalesce(array_agg(distinct o.data_scope) filter (where o.id is not null), '{}') as scopes
    from identity.account_role ar join identity.role o on o.id = ar.role_id where ar.account_id = a.id) r
  cross join lateral identity.sources_of(a.type, a.source_id, r.scopes,
    array(select ro.organisation_id from identity.role o join identity.role_organisation ro on ro.role_id = o.id where o.id = any(r.ids) and o.data_scope = 1)) s
  cross join lateral (select coalesce(array_agg(p.id order by p.id), '{}') as apps, coalesce(array_agg(p.source_id order by p.id), '{}') as sources
    from identity.account_app x join applications.application p on p.id = x.app_id and p.deleted_at is null where x.account_id = a.id) given
  where a.id = any(p_accounts)
$$;
grant create on schema identity to rt_engine;
alter function identity.rights owner to rt_engine;
revoke create on schema identity from rt_engine;
revoke all on function identity.rights from public;
grant execute on function identity.rights to rt_engine, rt_platform, rt_source, rt_scope, rt_app;
