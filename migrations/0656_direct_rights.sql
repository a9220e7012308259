-- A right may be given to a person at a door, without a group. Such rights are rows of access.auth_group with a door of their own
-- and no name: each holds people who may pass this one door with this plan, and each of them has a period there as in a group. A
-- person with two periods at a door is in two rows. Lists of groups never show these rows.
alter table access.auth_group add column direct_door_id bigint references devices.component;
alter table access.auth_group add constraint auth_group_direct check ((direct_door_id is not null) = (name = ''));
create index auth_group_direct_door on access.auth_group (direct_door_id) where direct_door_id is not null;
drop index access.auth_group_name;
create unique index auth_group_name on access.auth_group (app_id, name) where deleted_at is null and direct_door_id is null;

-- Rights given without a group made a group, whose name ended with the last digits of its id. It becomes such rows, one for each
-- of its doors. One that somebody gave locations, or that a rule of linkage asks for, has become a group.
create temporary table made_by_grant on commit drop as
  select g.id, d.component_id, d.device_id,
    row_number() over (partition by g.id order by d.component_id) as place,
    row_number() over (order by g.id, d.component_id) as no
  from access.auth_group g left join access.group_door d on d.group_id = g.id
  where g.deleted_at is null and g.direct_door_id is null
    and g.name ~ ('^.{1,12}(等[0-9]+人| \+[0-9]+)? ' || right(g.id::text, 6) || '$')
    and not exists (select from access.group_location l where l.group_id = g.id)
    and not exists (select from linkage.rule r
      where r.conditions @> jsonb_build_array(jsonb_build_object('groupId', g.id::text)));

-- Those without a door give nothing.
delete from access.group_person p using made_by_grant m where p.group_id = m.id and m.component_id is null;
update access.auth_group g set deleted_at = now(), rev = rev + 1 from made_by_grant m
where m.id = g.id and m.component_id is null;
delete from made_by_grant where component_id is null;

-- The first door stays with the row, so that its devices are sent nothing again; each other door gets a row of its own.
create temporary table split on commit drop as
  select m.id as old_id, m.component_id, m.device_id, highest.id + m.no as new_id
  from made_by_grant m, (select greatest((select max(id) from access.auth_group), (select max(group_id) from sync.group_head)) as id)
    highest
  where m.place > 1;
insert into access.auth_group (id, app_id, source_id, name, direct_door_id, time_plan_id, created_by, updated_by, created_at)
  select s.new_id, g.app_id, g.source_id, '', s.component_id, g.time_plan_id, g.created_by, g.updated_by, g.created_at
  from split s join access.auth_group g on g.id = s.old_id;
update access.auth_group g set name = '', direct_door_id = m.component_id, rev = rev + 1 from made_by_grant m
where m.id = g.id and m.place = 1;
insert into access.group_person (app_id, source_id, group_id, person_id, valid_from, valid_to, created_at)
  select p.app_id, p.source_id, s.new_id, p.person_id, p.valid_from, p.valid_to, p.created_at
  from split s join access.group_person p on p.group_id = s.old_id;
update access.group_door d set group_id = s.new_id, direct = true from split s
where d.group_id = s.old_id and d.component_id = s.component_id;

-- Their devices follow the new logs from the beginning, and check everybody once more in those that they leave.
insert into sync.group_head (group_id, app_id, source_id, seq)
  select s.new_id, g.app_id, g.source_id, 1 from split s join access.auth_group g on g.id = s.new_id;
insert into sync.member (group_id, subject_kind, subject_id, app_id, source_id, seq, full_seq, gone)
  select s.new_id, m.subject_kind, m.subject_id, m.app_id, m.source_id, 1, 1, m.gone
  from split s join sync.member m on m.group_id = s.old_id;
insert into sync.follow (device_id, item, group_id, app_id, source_id)
  select f.device_id, f.item, s.new_id, f.app_id, f.source_id
  from split s join sync.follow f on f.group_id = s.old_id and f.device_id = s.device_id and not f.leaving;
update sync.follow f set leaving = true, put_seq = 0, gone_seq = 0 from split s
where f.group_id = s.old_id and not f.leaving
  and not exists (select from access.group_door d where d.group_id = f.group_id and d.device_id = f.device_id);
select sync.wake(coalesce((select array_agg(id) from (select old_id as id from split union select new_id from split) changed), '{}'));
