-- Companies: what is agreed with agencies and suppliers. The row's id is that of its organisation, which owns it.
create schema organisation;
grant usage on schema organisation to rt_app, rt_source, rt_scope, rt_platform, rt_engine;

-- People of a closed organisation do not come in.
alter table identity.organisation add column closed boolean not null default false;

create table organisation.agency (
  id bigint primary key references identity.organisation,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  code text not null,
  name text not null,
  level smallint not null default 1,
  upper_id bigint references organisation.agency,
  contact text not null,
  phone_sealed bytea, phone_index bytea, phone_masked text,
  region text,
  address text,
  license_no text,
  license_img jsonb not null default '[]',
  contract_no text,
  starts_on date,
  ends_on date,
  share_rate numeric(5, 2),
  device_quota int,
  remark text,
  state smallint not null default 1,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create unique index agency_name on organisation.agency (name);
create index agency_source on organisation.agency (source_id, id desc);
create index agency_upper on organisation.agency (upper_id);
select base.protect('organisation.agency'), base.staff_writes('organisation.agency');

create table organisation.supplier (
  id bigint primary key references identity.organisation,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  code text not null,
  name text not null,
  short_name text,
  contact text not null,
  phone_sealed bytea, phone_index bytea, phone_masked text,
  tech_contact text,
  address text,
  license_no text,
  license_img jsonb not null default '[]',
  classes jsonb not null default '[]',
  remark text,
  state smallint not null default 1,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create unique index supplier_name on organisation.supplier (name);
create index supplier_source on organisation.supplier (source_id, id desc);
select base.protect('organisation.supplier'), base.staff_writes('organisation.supplier');

alter table catalog.device_vendor add column supplier_id bigint references organisation.supplier;
create index device_vendor_supplier on catalog.device_vendor (supplier_id);
