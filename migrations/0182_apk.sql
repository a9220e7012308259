-- Packages for terminals that run Android: uploaded in pieces, offered step by step, installed as the terminals themselves tell.
create table devices.apk_upload (
  id bigint primary key,
  owner_id bigint not null,
  file_name text not null,
  size bigint not null,
  -- Keys of the file store, in order.
  chunks jsonb not null default '[]',
  sha256 text,
  md5 text,
  manifest jsonb,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
select base.protect('devices.apk_upload', true);

create table devices.apk (
  id bigint primary key,
  rev int not null default 1,
  app_name text not null,
  package_name text not null,
  version_name text not null,
  version_code int not null,
  min_sdk int,
  size bigint not null,
  md5 text not null,
  sha256 text not null,
  chunks jsonb not null,
  changelog text not null,
  force boolean not null default false,
  gray_percent int not null default 0,
  gray_sns text,
  downloads int not null default 0,
  published_at timestamptz,
  state smallint not null default 0,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create unique index apk_version_code on devices.apk (package_name, version_code);
select base.protect('devices.apk');
