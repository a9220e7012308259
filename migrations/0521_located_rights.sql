-- A permission group may have locations: it then has the doors of the devices that stand there or below.
create table access.group_location (
  app_id bigint not null,
  source_id bigint not null,
  group_id bigint not null,
  location_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (group_id, location_id),
  foreign key (app_id, group_id) references access.auth_group (app_id, id),
  foreign key (app_id, location_id) references applications.location (app_id, id) on delete cascade
);
create index group_location_location on access.group_location (location_id);
create index group_location_app on access.group_location (app_id);
select base.protect('access.group_location');
grant select on access.group_location to rt_places;
create policy places on access.group_location for select to rt_places using (app_id = (select base.app_id()));

-- A door that somebody chose; the others follow from the locations of their group, and leave it when they are not there any more.
alter table access.group_door add column direct boolean not null default true;
