-- Plates of people, as their cards: unique in the application, in the one form in which they are compared and shown
-- (src/base/identity.ts). Whoever is limited to places reads them as the cards.
create table people.plate (
  id bigint primary key,
  app_id bigint not null,
  source_id bigint not null,
  person_id bigint not null,
  plate_no text not null,
  tail text generated always as (right(plate_no, 4)) stored,
  created_at timestamptz not null default now(),
  unique (app_id, plate_no),
  foreign key (app_id, person_id) references people.person (app_id, id) on delete cascade
);
create index plate_person on people.plate (person_id);
create index plate_tail on people.plate (app_id, tail);
select base.protect('people.plate');
grant select on people.plate to rt_places;
create policy places on people.plate for select to rt_places using (app_id = (select base.app_id()));

-- The plate that a device read, by which its passage finds the person as by a card.
alter table devices.passage add column plate_no text;
create index passage_plate on devices.passage (app_id, plate_no, time desc) where plate_no is not null;
CREATE OR REPLACE FUNCTION ingest.store(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
 RETURNS TABLE(fact_id bigint, owner_app bigint, owner_source bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  with given as (
    select f.*, to_timestamp(at_ms / 1000) as at, to_timestamp(received_ms / 1000) as received_at,
      to_timestamp((case when clock_off then received_ms else at_ms end) / 1000) as counted_at
    from jsonb_to_recordset(p_facts) as f(
      id bigint, device_id bigint, component text, identifier text, name text, level smallint, family smallint, params jsonb, key text,
      at_ms float8, received_ms float8, clock_off boolean, raw jsonb, asked boolean, bytes int,
      short_no bigint, person_id bigint, card_no text, plate_no text, method smallint, direction smallint, result smallint, reason text, score real, photo_file text, offline boolean, decision jsonb, notify boolean, late boolean, track text, seen jsonb)
  ), owned as (
    select g.*, d.device_class, d.name as device_name, d.source_id as now_source, d.app_id as now_app, coalesce(b.source_id, d.source_id) as source_id,
      coalesce(b.app_id, d.app_id) as app_id, case when b.app_id is null then d.site_id else b.site_id end as site_id,
      case when b.app_id is null and d.app_id is not null then g.received_at else g.counted_at end as "time",
      coalesce(g.clock_off, false) or (b.app_id is null and d.app_id is not null and g.at < g.received_at) as off
    from given g join devices.device d on d.id = g.device_id
    left join lateral (select source_id, app_id, site_id from devices.binding where device_id = g.device_id and from_at <= g.counted_at and (to_at is null or to_at > g.counted_at) order by from_at desc limit 1) b on true
  ), events as (
    insert into devices.event (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level, family, params, at, key, "time", clock_off, received_at, raw, late)
    select id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level, family, params, at, decode(key, 'hex'), "time", off, received_at, raw, late
    from owned where family not in (1, 4)
    on conflict do nothing
    returning id
  ), passages as (
    insert into devices.passage (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, person_id, person_name, person_type,
      method, direction, result, reason, score, card_no, plate_no, photo_file, offline, params, decision, at, key, "time", clock_off, received_at, late)
    select o.id, o.source_id, o.app_id, o.site_id, o.device_id, o.device_class, o.device_name, o.component, o.identifier, p.id, p.name, p.person_type,
      o.method, o.direction, o.result, o.reason, o.score, o.card_no, o.plate_no, o.photo_file, coalesce(o.offline, false), o.params, o.decision, o.at, decode(o.key, 'hex'), o."time", o.off, o.received_at, o.late
    from owned o
    left join people.card c on c.app_id = o.app_id and c.card_no = o.card_no and o.person_id is null and o.short_no is null
    left join people.plate v on v.app_id = o.app_id and v.plate_no = o.plate_no and o.person_id is null and o.short_no is null
    left join people.person n on n.app_id = o.app_id and n.short_no = o.short_no and o.person_id is null
    left join people.person p on p.app_id = o.app_id and p.id = coalesce(o.person_id, n.id, c.person_id, v.person_id)
    where o.family = 1
    on conflict do nothing
    returning id
  ), captures as (
    insert into devices.capture (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level,
      kind, sex, age, mask, glasses, colour, plate, quality, track, photo_file, params, at, key, "time", clock_off, received_at, late)
    select o.id, o.source_id, o.app_id, o.site_id, o.device_id, o.device_class, o.device_name, o.component, o.identifier, o.name, o.level,
      o.method, (o.seen ->> 'sex')::smallint, (o.seen ->> 'age')::smallint, (o.seen ->> 'mask')::boolean, (o.seen ->> 'glasses')::boolean,
      (o.seen ->> 'colour')::smallint, o.seen ->> 'plate', o.score, o.track, o.photo_file, o.params, o.at, decode(o.key, 'hex'), o."time",
      o.off, o.received_at, o.late
    from owned o where o.family = 4
    on conflict do nothing
    returning id
  ), fresh as (
    select o.* from owned o
    where o.id in (select id from events union all select id from passages union all select id from captures)
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
    where ((excluded.stated_at, excluded.epoch, excluded.n) > (s.stated_at, s.epoch, s.n) or (s.stated_at > now() and excluded.epoch > s.epoch))
      and s.vals is distinct from s.vals || excluded.vals
  ), logged as (
    insert into devices.frame (id, source_id, app_id, device_id, device_class, kind, identifier, upstream, content, code, request_id, bytes, at)
    select g.id, d.source_id, d.app_id, g.device_id, d.device_class, g.kind, g.identifier, g.upstream, g.content, g.code, g.request_id, g.bytes, to_timestamp(g.at_ms / 1000)
    from jsonb_to_recordset(p_frames) as g(id bigint, device_id bigint, kind smallint, identifier text, upstream boolean, content jsonb, code int, request_id text, bytes int, at_ms float8)
    join devices.device d on d.id = g.device_id
    union all
    select id, now_source, now_app, device_id, device_class, case when asked then 8 else 7 end, identifier, true, null, null, null, bytes, received_at from owned
    on conflict do nothing
  )
  select id, app_id, source_id from fresh
$function$
;

-- Barriers store plates from now on: those in groups follow them, from the beginning of their logs.
insert into sync.follow (device_id, item, group_id, app_id, source_id)
  select distinct d.id, 'plate', g.id, g.app_id, g.source_id
  from access.group_door gd join devices.device d on d.id = gd.device_id and d.device_class = 'brakeDevice'
  join access.auth_group g on g.id = gd.group_id and g.deleted_at is null
  join sync.group_head h on h.group_id = g.id;
select sync.wake(coalesce((select array_agg(distinct group_id) from sync.follow where item = 'plate'), '{}'));
