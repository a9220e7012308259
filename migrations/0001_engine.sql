-- Roles, scopes and the engine's own tables. Every later migration calls base.protect() for each table it makes.

do $$
declare role_name text;
begin
  foreach role_name in array array['rt_app', 'rt_source', 'rt_platform', 'rt_ingest', 'rt_engine'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin', role_name);
    end if;
    execute format('grant %I to current_user', role_name);
  end loop;
end $$;

create schema base;
create schema engine;
create schema audit;

-- The scope of the request, set by the server at the start of each transaction; null outside one, which matches no row.
create function base.app_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('portico.app_id', true), '')::bigint $$;
create function base.source_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('portico.source_id', true), '')::bigint $$;

-- Puts a table behind row security: one policy per role, one equality per policy.
--   a table with app_id is seen by rt_app, one with source_id by rt_source; one with neither belongs to the platform and is read by all.
--   rt_platform reads everything and writes only what belongs to the platform.
create function base.protect(target regclass, p_engine_only boolean default false) returns void language plpgsql as $$
declare
  has_app boolean := exists (select from pg_attribute where attrelid = target and attname = 'app_id' and not attisdropped);
  has_source boolean := exists (select from pg_attribute where attrelid = target and attname = 'source_id' and not attisdropped);
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('grant select, insert, update, delete on %s to rt_engine', target);
  execute format('create policy engine on %s to rt_engine using (true) with check (true)', target);
  if p_engine_only then return; end if;
  execute format('grant select on %s to rt_platform', target);
  if has_app then
    execute format('grant select, insert, update, delete on %s to rt_app', target);
    execute format('create policy app on %s to rt_app using (app_id = (select base.app_id())) with check (app_id = (select base.app_id()))', target);
  end if;
  if has_source then
    execute format('grant select, insert, update, delete on %s to rt_source', target);
    execute format('create policy source on %s to rt_source using (source_id = (select base.source_id())) with check (source_id = (select base.source_id()))', target);
  end if;
  if has_app or has_source then
    execute format('create policy platform on %s for select to rt_platform using (true)', target);
  else
    execute format('grant select, insert, update, delete on %s to rt_platform', target);
    execute format('grant select on %s to rt_app, rt_source', target);
    execute format('create policy platform on %s to rt_platform using (true) with check (true)', target);
    execute format('create policy readers on %s for select to rt_app, rt_source using (true)', target);
  end if;
end $$;

-- Tables whose rows of every source platform staff write (accounts, roles, applications, the warehouse).
create function base.staff_writes(target regclass) returns void language plpgsql as $$
begin
  execute format('grant insert, update, delete on %s to rt_platform', target);
  execute format('create policy staff on %s to rt_platform using (true) with check (true)', target);
end $$;

-- Events between modules and to callbacks: written with the change, handled at least once after it.
create table engine.outbox (
  id bigint primary key,
  type text not null,
  key text,
  app_id bigint,
  payload jsonb not null,
  tries int not null default 0,
  next_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now()
);
create index outbox_due on engine.outbox (next_at, id);
select base.protect('engine.outbox');
-- Whoever changes something says so; nobody but the engine reads it.
grant insert on engine.outbox to rt_platform, rt_source, rt_app;
create policy emit_platform on engine.outbox for insert to rt_platform with check (true);
create policy emit_source on engine.outbox for insert to rt_source with check (true);
create policy emit_app on engine.outbox for insert to rt_app with check (true);

create table engine.job (
  id bigint primary key,
  kind text not null,
  app_id bigint,
  source_id bigint,
  user_id bigint,
  payload jsonb not null default '{}',
  state smallint not null default 0,
  total int not null default 0,
  ok int not null default 0,
  failed int not null default 0,
  result jsonb,
  planned_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
create index job_due on engine.job (planned_at) where state = 0;
create index job_user on engine.job (user_id, id desc);
select base.protect('engine.job', true);

-- Answers kept for seven days, so that a repeated request repeats its answer and not its effect.
create table engine.idempotency (
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status int,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
select base.protect('engine.idempotency', true);

-- Counters that every process watches every 500 ms: a change means "drop what you remember".
create table engine.head (
  name text primary key,
  version bigint not null default 0
);
insert into engine.head (name) values ('identity'), ('devices'), ('access'), ('linkage'), ('callbacks');
select base.protect('engine.head');
grant update on engine.head to rt_source, rt_app;
create policy bump_source on engine.head for update to rt_source using (true) with check (true);
create policy bump_app on engine.head for update to rt_app using (true) with check (true);

create table engine.file (
  id text primary key,
  app_id bigint,
  source_id bigint,
  owner_id bigint,
  kind text not null,
  mime text not null,
  bytes int not null,
  sha256 bytea not null,
  name text,
  vault boolean not null default false,
  created_at timestamptz not null default now()
);
select base.protect('engine.file');

create table audit.entry (
  id bigint primary key,
  at timestamptz not null default now(),
  actor_id bigint,
  actor_name text,
  source_id bigint,
  app_id bigint,
  ip text,
  request_id text,
  action text not null,
  object text not null,
  object_id text,
  object_name text,
  changes jsonb,
  reason text,
  seq bigint,
  chain bytea
);
create index entry_object on audit.entry (object, object_id, id desc);
create index entry_app on audit.entry (app_id, id desc);
create index entry_unsealed on audit.entry (id) where seq is null;
create unique index entry_seq on audit.entry (seq) where seq is not null;
select base.protect('audit.entry');
-- Written by everyone with the change it records, changed by nobody.
revoke update, delete on audit.entry from rt_app, rt_source, rt_platform;
grant insert on audit.entry to rt_platform;
create policy write_platform on audit.entry for insert to rt_platform with check (true);

do $$ declare s text; begin
  foreach s in array array['base', 'engine', 'audit'] loop
    execute format('grant usage on schema %I to rt_app, rt_source, rt_platform, rt_engine, rt_ingest', s);
  end loop;
end $$;
