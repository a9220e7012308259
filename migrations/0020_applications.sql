-- Applications, their sites, and where their events are called back to.

create schema applications;
grant usage on schema applications to rt_app, rt_source, rt_platform, rt_engine, rt_ingest;

create table applications.application (
  id bigint primary key,
  app_id bigint generated always as (id) stored,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  name text not null,
  industry smallint,
  app_key text not null unique,
  app_secret_sealed bytea,
  device_classes jsonb not null default '[]',
  address text,
  position jsonb,
  contact text,
  phone_sealed bytea, phone_index bytea, phone_masked text,
  zone text not null default 'Asia/Shanghai',
  device_quota int not null default 1000,
  person_quota int not null default 20000,
  expires_on date,
  state smallint not null default 0,
  remark text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  deleted_at timestamptz
);
create index application_source on applications.application (source_id, id desc);
select base.protect('applications.application'), base.staff_writes('applications.application');

create table applications.site (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  name text not null,
  code text,
  type smallint not null default 1,
  address text,
  position jsonb,
  manager text,
  phone_sealed bytea, phone_index bytea, phone_masked text,
  opens text,
  status smallint not null default 1,
  remark text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, id), unique (app_id, name)
);
create unique index site_code on applications.site (app_id, code) where code is not null;
create index site_source on applications.site (source_id);
select base.protect('applications.site');

-- Where an application wants the events of one device class.
create table applications.callback (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  device_class text not null,
  name text not null,
  url text not null,
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  events jsonb not null default '[]',
  photo_mode smallint not null default 0,
  state smallint not null default 1,
  failing_since timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, id)
);
create index callback_class on applications.callback (app_id, device_class);
select base.protect('applications.callback');

-- One event for one endpoint: what was sent, what came back, when the next try is due.
create table applications.delivery (
  id bigint primary key,
  app_id bigint not null,
  source_id bigint not null,
  callback_id bigint not null,
  device_class text not null,
  message_id text not null,
  event_type text not null,
  device_id bigint,
  fact_id bigint,
  body text not null,
  state smallint not null default 0,
  tries int not null default 0,
  next_at timestamptz default now(),
  claimed_until timestamptz,
  response_status int,
  response_body text,
  cost_ms int,
  error text,
  attempts jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (callback_id, message_id)
);
create index delivery_due on applications.delivery (next_at) where state in (0, 1);
create index delivery_app on applications.delivery (app_id, device_class, id desc);
create index delivery_fact on applications.delivery (fact_id);
select base.protect('applications.delivery');

-- Accounts enter applications; known only now.
alter table identity.account_app add foreign key (app_id) references applications.application on delete cascade;
