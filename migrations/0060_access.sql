-- Who may pass where and when, the passages that happened, and the one statement through which facts enter.

create schema access;
grant usage on schema access to rt_app, rt_source, rt_platform, rt_engine, rt_ingest;

create table access.time_plan (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  name text not null,
  week jsonb not null default '[]',
  exceptions jsonb not null default '[]',
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, id), unique (app_id, name)
);
select base.protect('access.time_plan');

create table access.auth_group (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  name text not null,
  time_plan_id bigint,
  priority int not null default 0,
  remark text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  deleted_at timestamptz,
  unique (app_id, id),
  foreign key (app_id, time_plan_id) references access.time_plan (app_id, id)
);
create unique index auth_group_name on access.auth_group (app_id, name) where deleted_at is null;
select base.protect('access.auth_group');

create table access.group_person (
  app_id bigint not null,
  source_id bigint not null,
  group_id bigint not null,
  person_id bigint not null,
  valid_from timestamptz,
  valid_to timestamptz,
  created_at timestamptz not null default now(),
  primary key (group_id, person_id),
  foreign key (app_id, group_id) references access.auth_group (app_id, id),
  foreign key (app_id, person_id) references people.person (app_id, id)
);
create index group_person_person on access.group_person (person_id);
create index group_person_app on access.group_person (app_id);
select base.protect('access.group_person');

-- A door, not a device: a controller has four.
create table access.group_door (
  app_id bigint not null,
  source_id bigint not null,
  group_id bigint not null,
  component_id bigint not null references devices.component,
  device_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (group_id, component_id),
  foreign key (app_id, group_id) references access.auth_group (app_id, id)
);
create index group_door_device on access.group_door (device_id);
create index group_door_app on access.group_door (app_id);
select base.protect('access.group_door');

create table access.passage (
  id bigint not null,
  source_id bigint not null,
  app_id bigint,
  site_id bigint,
  device_id bigint not null,
  device_class text not null,
  device_name text not null,
  component text not null default '',
  identifier text not null,
  person_id bigint,
  person_name text,
  person_type smallint,
  method smallint,
  direction smallint,
  result smallint not null,
  reason text,
  score real,
  card_no text,
  photo_file text,
  offline boolean not null default false,
  params jsonb not null default '{}',
  decision jsonb,
  at timestamptz not null,
  key bytea not null,
  time timestamptz not null,
  clock_off boolean not null default false,
  received_at timestamptz not null,
  primary key (at, device_id, key)
) partition by range (at);
create index passage_app on access.passage (app_id, time desc);
create index passage_source on access.passage (source_id, time desc);
create index passage_device on access.passage (device_id, time desc);
create index passage_person on access.passage (person_id, time desc) where person_id is not null;
create index passage_id on access.passage (id);
select base.protect('access.passage');
select facts.make_partitions('access.passage');

-- Stores one batch of a lane. Fact, state, line in the log, tally and outbox are one statement: all or nothing.
-- Answers the facts that were new; a fact that is known already changes nothing. Instants are epoch milliseconds:
-- what is parsed for every row of every batch is kept cheap.
create function ingest.store(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
returns table (fact_id bigint, owner_app bigint, owner_source bigint)
language sql security definer set search_path = pg_catalog as $$
  with given as (
    select f.*, to_timestamp(at_ms / 1000) as at, to_timestamp(received_ms / 1000) as received_at,
      to_timestamp((case when clock_off then received_ms else at_ms end) / 1000) as "time"
    from jsonb_to_recordset(p_facts) as f(
      id bigint, device_id bigint, component text, identifier text, name text, level smallint, family smallint, params jsonb, key text,
      at_ms float8, received_ms float8, clock_off boolean, raw jsonb, asked boolean, bytes int,
      short_no bigint, person_id bigint, card_no text, method smallint, direction smallint, result smallint, reason text, score real, photo_file text, offline boolean, decision jsonb, notify boolean)
  ), owned as (
    select g.*, d.device_class, d.name as device_name, d.source_id as now_source, d.app_id as now_app, coalesce(b.source_id, d.source_id) as source_id, b.app_id, b.site_id
    from given g join devices.device d on d.id = g.device_id
    left join lateral (select source_id, app_id, site_id from devices.binding where device_id = g.device_id and from_at <= g."time" and (to_at is null or to_at > g."time") order by from_at desc limit 1) b on true
  ), events as (
    insert into devices.event (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level, params, at, key, "time", clock_off, received_at, raw)
    select id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level, params, at, decode(key, 'hex'), "time", coalesce(clock_off, false), received_at, raw
    from owned where family <> 1
    on conflict do nothing
    returning id
  ), passages as (
    insert into access.passage (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, person_id, person_name, person_type,
      method, direction, result, reason, score, card_no, photo_file, offline, params, decision, at, key, "time", clock_off, received_at)
    select o.id, o.source_id, o.app_id, o.site_id, o.device_id, o.device_class, o.device_name, o.component, o.identifier, p.id, p.name, p.person_type,
      o.method, o.direction, o.result, o.reason, o.score, o.card_no, o.photo_file, coalesce(o.offline, false), o.params, o.decision, o.at, decode(o.key, 'hex'), o."time", coalesce(o.clock_off, false), o.received_at
    from owned o
    left join people.card c on c.app_id = o.app_id and c.card_no = o.card_no and o.person_id is null and o.short_no is null
    left join people.person n on n.app_id = o.app_id and n.short_no = o.short_no and o.person_id is null
    left join people.person p on p.app_id = o.app_id and p.id = coalesce(o.person_id, n.id, c.person_id)
    where o.family = 1
    on conflict do nothing
    returning id
  ), fresh as (
    select o.* from owned o where o.id in (select id from events union all select id from passages)
  ), tallied as (
    insert into devices.tally as t (app_id, source_id, family, device_class, result, hour, lane, n)
    select coalesce(app_id, 0), source_id, family, device_class, case family when 1 then result else level end, date_trunc('hour', "time", 'UTC'), p_lane, count(*)
    from fresh group by 1, 2, 3, 4, 5, 6
    order by 1, 6, 3, 4, 5
    on conflict (app_id, hour, family, device_class, result, lane, source_id) do update set n = t.n + excluded.n
  ), told as (
    insert into engine.outbox (id, type, key, app_id, payload)
    select id, 'fact.stored', device_id::text, app_id, jsonb_build_object('factId', id::text, 'family', family, 'deviceId', device_id::text, 'deviceClass', device_class, 'identifier', identifier, 'time', "time")
    from fresh where notify and app_id is not null
  ), states as (
    insert into devices.shadow as s (device_id, component, source_id, app_id, vals, stated_at, epoch, n)
    select g.device_id, g.component, d.source_id, d.app_id, g.vals, g.stated_at, g.epoch, g.n
    from jsonb_to_recordset(p_states) as g(device_id bigint, component text, vals jsonb, stated_at timestamptz, epoch bigint, n bigint)
    join devices.device d on d.id = g.device_id
    order by g.device_id, g.component
    on conflict (device_id, component) do update set
      vals = s.vals || excluded.vals, stated_at = excluded.stated_at, epoch = excluded.epoch, n = excluded.n, changed_at = now()
    where (excluded.stated_at, excluded.epoch, excluded.n) > (s.stated_at, s.epoch, s.n) and not s.vals @> excluded.vals
  ), logged as (
    insert into devices.frame (id, source_id, app_id, device_id, device_class, kind, identifier, upstream, content, code, request_id, bytes, at)
    select g.id, d.source_id, d.app_id, g.device_id, d.device_class, g.kind, g.identifier, g.upstream, g.content, g.code, g.request_id, g.bytes, to_timestamp(g.at_ms / 1000)
    from jsonb_to_recordset(p_frames) as g(id bigint, device_id bigint, kind smallint, identifier text, upstream boolean, content jsonb, code int, request_id text, bytes int, at_ms float8)
    join devices.device d on d.id = g.device_id
    union all
    select id, now_source, now_app, device_id, device_class, case when asked then 8 else 7 end, identifier, true, null, null, null, bytes, received_at from owned
  )
  select id, app_id, source_id from fresh
$$;
grant create on schema ingest to rt_engine;
alter function ingest.store owner to rt_engine;
revoke create on schema ingest from rt_engine;
revoke all on function ingest.store from public;
grant execute on function ingest.store to rt_ingest, rt_engine;
