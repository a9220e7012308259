-- Templates: the fields a customer adds to people and organisations; scenario categories, which bring templates along; and which of them an application has.

-- It was kept for each application and nothing was ever written to it: a template belongs to the platform and shapes many.
drop table people.template;

create table people.template (
  id bigint primary key,
  rev int not null default 1,
  name text not null,
  kind text not null check (kind in ('person', 'organization')),
  remark text,
  -- The draft; what applications use is the version published last.
  fields jsonb not null default '[]',
  version int not null default 0,
  published_at timestamptz,
  state smallint not null default 0,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create unique index template_name on people.template (kind, name);
select base.protect('people.template');

-- A published version never changes.
create table people.template_version (
  template_id bigint not null references people.template on delete cascade,
  version int not null,
  fields jsonb not null,
  published_at timestamptz not null,
  published_by text not null,
  primary key (template_id, version)
);
select base.protect('people.template_version');

create table applications.scenario (
  id bigint primary key,
  rev int not null default 1,
  parent_id bigint references applications.scenario,
  name text not null,
  name_en text,
  icon text,
  sort int not null default 0,
  device_classes jsonb not null default '[]',
  person_template_id bigint references people.template,
  org_template_id bigint references people.template,
  state smallint not null default 1,
  -- Of a seeded category: by this it is known at the next start.
  slug text unique,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create unique index scenario_name on applications.scenario (coalesce(parent_id, 0), name);
select base.protect('applications.scenario');

alter table applications.application
  add column scenario_id bigint references applications.scenario,
  add column person_template_id bigint references people.template,
  add column org_template_id bigint references people.template;
create index application_scenario on applications.application (scenario_id);
create index application_person_template on applications.application (person_template_id);
create index application_org_template on applications.application (org_template_id);

-- The version of the template by which a row was written last.
alter table people.person add column template_version int;
alter table people.organization add column template_version int;
