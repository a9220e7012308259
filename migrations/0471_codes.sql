-- Codes that people show at readers. Only the digest of a code is kept; it is found by it.

create schema codes;
grant usage on schema codes to rt_app, rt_source, rt_scope, rt_platform, rt_engine;

create table codes.code (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null,
  source_id bigint not null,
  digest bytea not null,
  -- 1 issued · 2 personal, shown for a minute
  kind smallint not null,
  person_id bigint not null references people.person,
  -- Null: at every door that the person may pass.
  door_ids bigint[],
  valid_from timestamptz,
  valid_to timestamptz not null,
  most_uses int,
  used int not null default 0,
  last_used_at timestamptz,
  purpose text,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index code_digest on codes.code (digest);
create index code_app on codes.code (app_id, created_at desc) where kind = 1;
create index code_person on codes.code (person_id);
create index code_source on codes.code (source_id);
create index code_over on codes.code (valid_to);
select base.protect('codes.code');
