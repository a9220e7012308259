-- Libraries of faces, which cameras compare with which library, and whom they found.

create schema vision;
grant usage on schema vision to rt_app, rt_source, rt_scope, rt_platform, rt_engine;

-- The number by which devices know a library; unique on the platform.
create sequence vision.library_no as int;
grant usage on sequence vision.library_no to rt_app, rt_engine;

create table vision.library (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null,
  source_id bigint not null,
  no int not null default nextval('vision.library_no') unique,
  name text not null,
  -- 1 ordinary, 2 watched: whoever is found opens an alarm.
  kind smallint not null,
  urgent boolean not null default false,
  remark text,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index library_name on vision.library (app_id, name);
create index library_source on vision.library (source_id);
select base.protect('vision.library');

-- Its members: people, and all people of organisations with those below them.
create table vision.library_person (
  library_id bigint not null references vision.library on delete cascade,
  person_id bigint not null references people.person on delete cascade,
  app_id bigint not null,
  source_id bigint not null,
  primary key (library_id, person_id)
);
create index library_person_person on vision.library_person (person_id);
create index library_person_app on vision.library_person (app_id);
create index library_person_source on vision.library_person (source_id);
select base.protect('vision.library_person');

create table vision.library_org (
  library_id bigint not null references vision.library on delete cascade,
  org_id bigint not null references people.organization on delete cascade,
  app_id bigint not null,
  source_id bigint not null,
  primary key (library_id, org_id)
);
create index library_org_org on vision.library_org (org_id);
create index library_org_app on vision.library_org (app_id);
create index library_org_source on vision.library_org (source_id);
select base.protect('vision.library_org');

create table vision.arming (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null,
  source_id bigint not null,
  device_id bigint not null references devices.device,
  channel_no int not null,
  library_id bigint not null references vision.library,
  threshold int not null,
  time_plan_id bigint references access.time_plan,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index arming_channel on vision.arming (device_id, channel_no, library_id);
create index arming_app on vision.arming (app_id, id);
create index arming_source on vision.arming (source_id);
create index arming_library on vision.arming (library_id);
create index arming_plan on vision.arming (time_plan_id);
select base.protect('vision.arming');

-- Each is made of one event; names are those of that time.
create table vision.match (
  id bigint primary key,
  app_id bigint not null,
  source_id bigint not null,
  device_id bigint not null references devices.device,
  device_class text not null,
  device_name text not null,
  component text not null,
  library_id bigint not null,
  library_name text not null,
  kind smallint not null,
  person_id bigint not null,
  person_name text not null,
  score int,
  capture_id bigint,
  alarm_id bigint,
  time timestamptz not null,
  received_at timestamptz not null
);
create index match_app on vision.match (app_id, time desc);
create index match_source on vision.match (source_id, time desc);
create index match_device on vision.match (device_id, time desc);
create index match_person on vision.match (app_id, person_id);
create index match_library on vision.match (app_id, library_id);
create index match_class on vision.match (app_id, device_class, time desc);
create index match_old on vision.match (time);
select base.protect('vision.match');
