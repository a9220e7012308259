-- What can be connected: categories, types (one per device class), vendors, models with their thing models.

create schema catalog;
grant usage on schema catalog to rt_app, rt_source, rt_platform, rt_engine, rt_ingest;

create table catalog.device_category (
  id bigint primary key,
  rev int not null default 1,
  parent_id bigint references catalog.device_category,
  name text not null unique,
  code text not null unique,
  icon text,
  sort int not null default 0,
  status smallint not null default 1,
  remark text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create index device_category_parent on catalog.device_category (parent_id);
select base.protect('catalog.device_category');

create table catalog.device_type (
  id bigint primary key,
  rev int not null default 1,
  name text not null,
  code text not null unique,
  category_id bigint references catalog.device_category,
  icon text,
  importance smallint not null default 2,
  sort int not null default 0,
  status smallint not null default 1,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create index device_type_category on catalog.device_type (category_id);
select base.protect('catalog.device_type');

create table catalog.device_vendor (
  id bigint primary key,
  rev int not null default 1,
  name text not null unique,
  code text not null unique,
  contact text,
  phone_sealed bytea, phone_index bytea, phone_masked text,
  website text,
  status smallint not null default 1,
  remark text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
select base.protect('catalog.device_vendor');

create table catalog.device_model (
  id bigint primary key,
  rev int not null default 1,
  name text not null,
  model_no text not null unique,
  product_key text not null unique,
  vendor_id bigint not null references catalog.device_vendor,
  type_code text not null,
  protocol text not null default 'alink',
  net_type smallint not null default 3,
  spec jsonb not null default '{}',
  thing_model jsonb not null default '[]',
  warranty_months int,
  remark text,
  state smallint not null default 0,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create index device_model_vendor on catalog.device_model (vendor_id);
create index device_model_type on catalog.device_model (type_code);
select base.protect('catalog.device_model');
