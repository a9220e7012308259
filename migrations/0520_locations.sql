-- The tree of places within a site: areas, buildings, units, floors; rooms, parking spaces and passages.
create table applications.location (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  site_id bigint not null,
  parent_id bigint,
  kind smallint not null,
  name text not null,
  no text,
  sort int not null default 0,
  state smallint not null default 1,
  plan jsonb,
  remark text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, id), unique (app_id, site_id, id),
  foreign key (app_id, site_id) references applications.site (app_id, id),
  -- A branch is within one site.
  foreign key (app_id, site_id, parent_id) references applications.location (app_id, site_id, id)
);
create unique index location_name on applications.location (site_id, coalesce(parent_id, 0), name);
create unique index location_no on applications.location (site_id, coalesce(parent_id, 0), no) where no is not null;
create index location_app on applications.location (app_id, parent_id);
create index location_parent on applications.location (parent_id);
create index location_source on applications.location (source_id);
select base.protect('applications.location');

-- A device stands at one location, which is within its site.
alter table devices.device add column location_id bigint,
  add constraint device_location foreign key (app_id, site_id, location_id)
    references applications.location (app_id, site_id, id);
create index device_located on devices.device (location_id) where location_id is not null;

-- Where a device is drawn on the floor plan of a location, in percent of the picture.
create table devices.plan_point (
  app_id bigint not null,
  source_id bigint not null,
  location_id bigint not null,
  device_id bigint not null references devices.device on delete cascade,
  x real not null check (x between 0 and 100),
  y real not null check (y between 0 and 100),
  updated_at timestamptz not null default now(), updated_by bigint,
  primary key (location_id, device_id),
  foreign key (app_id, location_id) references applications.location (app_id, id) on delete cascade
);
create index plan_point_device on devices.plan_point (device_id);
create index plan_point_app on devices.plan_point (app_id);
select base.protect('devices.plan_point');

-- What an account that is limited to sites and groups sees of them: those of its sites, and those of its devices with what is above.
create function devices.location_ids_in_places() returns bigint[] language sql stable parallel safe security definer set search_path = pg_catalog
  as $$ with recursive up as (
      select l.id, l.parent_id from applications.location l
      where l.app_id = (select base.app_id()) and ((select base.whole_app()) or l.site_id = any((select base.site_ids())::bigint[])
        or l.id in (select d.location_id from devices.device d where d.id = any((select devices.ids_in_places())::bigint[])))
      union select p.id, p.parent_id from applications.location p join up on p.id = up.parent_id)
    select coalesce(array_agg(id), '{}') from up $$;
grant create on schema devices to rt_engine;
alter function devices.location_ids_in_places owner to rt_engine;
revoke create on schema devices from rt_engine;
grant select on applications.location to rt_places;
create policy places on applications.location for select to rt_places
  using (app_id = (select base.app_id()) and id = any((select devices.location_ids_in_places())::bigint[]));
