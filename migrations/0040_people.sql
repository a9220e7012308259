-- Organisations and people of an application, with their portraits and cards.

create schema people;
grant usage on schema people to rt_app, rt_source, rt_platform, rt_engine, rt_ingest;

create table people.organization (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  parent_id bigint references people.organization,
  name text not null,
  code text,
  sort int not null default 0,
  ext jsonb not null default '{}',
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, id)
);
create index organization_app on people.organization (app_id, parent_id);
select base.protect('people.organization');

create sequence people.short_no start 100001;
grant usage on sequence people.short_no to rt_app, rt_engine;

create table people.person (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  org_id bigint,
  name text not null,
  person_no text,
  -- The number by which terminals that know only digits call a person; unique on the platform.
  short_no bigint not null default nextval('people.short_no') unique,
  person_type smallint not null default 1,
  gender smallint,
  phone_sealed bytea, phone_index bytea, phone_masked text,
  id_card_sealed bytea, id_card_index bytea, id_card_masked text,
  portrait_file text,
  portrait_digest text,
  face_state smallint not null default 0,
  face_reason text,
  consent_at timestamptz,
  valid_from timestamptz,
  valid_to timestamptz,
  ext jsonb not null default '{}',
  state smallint not null default 0,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  deleted_at timestamptz,
  unique (app_id, id),
  foreign key (app_id, org_id) references people.organization (app_id, id)
);
create unique index person_no on people.person (app_id, person_no) where person_no is not null and deleted_at is null;
create index person_app on people.person (app_id, id desc) where deleted_at is null;
create index person_org on people.person (app_id, org_id);
create index person_phone on people.person (app_id, phone_index);
create index person_id_card on people.person (app_id, id_card_index);
select base.protect('people.person');

create table people.card (
  id bigint primary key,
  app_id bigint not null,
  source_id bigint not null,
  person_id bigint not null,
  card_no text not null,
  created_at timestamptz not null default now(),
  unique (app_id, card_no),
  foreign key (app_id, person_id) references people.person (app_id, id) on delete cascade
);
create index card_person on people.card (person_id);
select base.protect('people.card');

-- The fields a customer adds to people and organisations: the only schema in the database.
create table people.template (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null,
  source_id bigint not null,
  kind text not null check (kind in ('person', 'organization')),
  name text not null,
  fields jsonb not null default '[]',
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, kind, name)
);
select base.protect('people.template');
