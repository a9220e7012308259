-- What the platform tells people: documents with their folders and versions, adverts; and what people write to it.
create schema content;
grant usage on schema content to rt_app, rt_source, rt_scope, rt_platform, rt_engine;

create table content.doc_dir (
  id bigint primary key,
  rev int not null default 1,
  parent_id bigint references content.doc_dir,
  name text not null,
  name_en text,
  visible smallint not null default 1,
  sort int not null default 0,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
select base.protect('content.doc_dir');

create table content.doc (
  id bigint primary key,
  rev int not null default 1,
  dir_id bigint not null references content.doc_dir,
  language text not null default 'zh',
  title text not null,
  summary text,
  content text not null default '',
  keywords text,
  sort int not null default 0,
  -- Of a seeded document: by this it is known at the next start.
  slug text unique,
  version int not null default 0,
  state smallint not null default 0,
  published_at timestamptz,
  view_count int not null default 0,
  helpful_count int not null default 0,
  useless_count int not null default 0,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create index doc_dir_id on content.doc (dir_id, sort, id);
select base.protect('content.doc');

-- What was published, each time it was.
create table content.doc_version (
  doc_id bigint not null references content.doc on delete cascade,
  version int not null,
  title text not null,
  content text not null,
  published_at timestamptz not null,
  published_by text not null,
  primary key (doc_id, version)
);
select base.protect('content.doc_version');

create table content.leave_message (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  name text not null,
  phone_sealed bytea, phone_index bytea, phone_masked text,
  company text,
  email text,
  kind smallint not null,
  content text not null,
  ip text,
  state smallint not null default 0,
  handler_id bigint,
  handle_remark text,
  handled_at timestamptz,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create index leave_message_source on content.leave_message (source_id, id desc);
create index leave_message_ip on content.leave_message (ip, created_at);
select base.protect('content.leave_message'), base.staff_writes('content.leave_message');

create table content.advert (
  id bigint primary key,
  rev int not null default 1,
  name text not null,
  name_en text,
  position smallint not null,
  pictures jsonb not null default '[]',
  jump smallint not null default 0,
  link text,
  sort int not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  brand text,
  state smallint not null default 0,
  views int not null default 0,
  clicks int not null default 0,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create index advert_shown on content.advert (position, sort) where state = 1;
select base.protect('content.advert');
