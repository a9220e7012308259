-- Organisations, accounts, roles, menus, sessions and what guards the way in.

create schema identity;
grant usage on schema identity to rt_app, rt_source, rt_platform, rt_engine;

create table identity.organisation (
  id bigint primary key,
  rev int not null default 1,
  code text not null unique,
  kind smallint not null,
  name text not null,
  parent_id bigint references identity.organisation,
  brand jsonb,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create index organisation_parent on identity.organisation (parent_id);
select base.protect('identity.organisation');
insert into identity.organisation (id, code, kind, name, parent_id) values
  (1, 'portico', 0, 'Portico 万物通', null), (2, 'foshan', 1, '佛山万物', 1), (3, 'nanc', 1, '南昌智联', 1);

create table identity.account (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  username text not null,
  nickname text,
  phone_sealed bytea, phone_index bytea, phone_masked text,
  email text,
  type smallint not null,
  main boolean not null default false,
  state smallint not null default 0,
  password_hash text,
  must_change boolean not null default false,
  last_login_at timestamptz,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  deleted_at timestamptz,
  unique (source_id, id)
);
create unique index account_username on identity.account (lower(username)) where deleted_at is null;
create unique index account_phone on identity.account (phone_index) where deleted_at is null and phone_index is not null;
create index account_source on identity.account (source_id, id desc);
select base.protect('identity.account');
select base.staff_writes('identity.account');
revoke select on identity.account from rt_app;

create table identity.role (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  name text not null,
  code text not null,
  data_scope smallint not null default 0,
  system boolean not null default false,
  remark text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (source_id, code), unique (source_id, id)
);
select base.protect('identity.role');
select base.staff_writes('identity.role');

create table identity.account_role (
  account_id bigint not null references identity.account on delete cascade,
  role_id bigint not null references identity.role on delete cascade,
  primary key (account_id, role_id)
);
create index account_role_role on identity.account_role (role_id);
select base.protect('identity.account_role');
grant insert, update, delete on identity.account_role to rt_source;
create policy own on identity.account_role to rt_source
  using (exists (select from identity.account a where a.id = account_id and a.source_id = (select base.source_id())))
  with check (exists (select from identity.account a where a.id = account_id and a.source_id = (select base.source_id()))
    and exists (select from identity.role r where r.id = role_id and r.source_id = (select base.source_id())));

-- Which applications an account of type "application" may enter.
create table identity.account_app (
  account_id bigint not null references identity.account on delete cascade,
  app_id bigint not null,
  primary key (account_id, app_id)
);
select base.protect('identity.account_app');
grant select, insert, delete on identity.account_app to rt_source, rt_platform;
create policy own on identity.account_app to rt_source
  using (exists (select from identity.account a where a.id = account_id and a.source_id = (select base.source_id())))
  with check (exists (select from identity.account a where a.id = account_id and a.source_id = (select base.source_id())));
create policy staff on identity.account_app to rt_platform using (true) with check (true);

create table identity.menu (
  id bigint primary key,
  rev int not null default 1,
  parent_id bigint references identity.menu,
  key text unique,
  name text not null,
  name_en text,
  path text,
  icon text,
  permission text,
  type text not null default '0' check (type in ('0', '1', '2')),
  sort int not null default 0,
  hidden boolean not null default false,
  edited boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create index menu_parent on identity.menu (parent_id, sort);
select base.protect('identity.menu');

create table identity.role_menu (
  role_id bigint not null references identity.role on delete cascade,
  menu_id bigint not null references identity.menu on delete cascade,
  primary key (role_id, menu_id)
);
create index role_menu_menu on identity.role_menu (menu_id);
select base.protect('identity.role_menu');
grant insert, update, delete on identity.role_menu to rt_source;
create policy own on identity.role_menu to rt_source
  using (exists (select from identity.role r where r.id = role_id and r.source_id = (select base.source_id())))
  with check (exists (select from identity.role r where r.id = role_id and r.source_id = (select base.source_id())));

-- A client says through which brand's door somebody comes; in a browser its secret is no secret.
create table identity.client (
  id text primary key,
  secret text not null,
  source_id bigint references identity.organisation,
  grants text[] not null
);
select base.protect('identity.client', true);
insert into identity.client (id, secret, source_id, grants) values
  ('console', 'console', null, '{password,refresh_token,mobile}'),
  ('console-foshan', 'console-foshan', 2, '{password,refresh_token,mobile}'),
  ('console-nanc', 'console-nanc', 3, '{password,refresh_token,mobile}');

-- Only digests of tokens are kept.
create table identity.session (
  id bigint primary key,
  account_id bigint not null references identity.account on delete cascade,
  source_id bigint not null,
  client_id text not null,
  access_hash bytea not null unique,
  access_until timestamptz not null,
  refresh_hash bytea not null unique,
  refresh_until timestamptz not null,
  previous_hash bytea,
  rotated_at timestamptz,
  successor_sealed bytea,
  ip text,
  agent text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoke_reason text
);
create index session_account on identity.session (account_id, id desc);
create index session_previous on identity.session (previous_hash);
select base.protect('identity.session');

-- Refresh tokens that were rotated away. Meeting one again, outside the grace of the immediate predecessor, means theft.
create table identity.spent_refresh (
  hash bytea primary key,
  session_id bigint not null references identity.session on delete cascade
);
create index spent_refresh_session on identity.spent_refresh (session_id);
select base.protect('identity.spent_refresh', true);

create table identity.login_log (
  id bigint primary key,
  source_id bigint,
  account_id bigint,
  username text not null,
  at timestamptz not null default now(),
  ip text,
  agent text,
  client_id text,
  way smallint not null default 1,
  result smallint not null,
  reason text,
  session_id bigint
);
create index login_log_source on identity.login_log (source_id, id desc);
create index login_log_at on identity.login_log (at desc);
create index login_log_username on identity.login_log (username, id desc);
select base.protect('identity.login_log');

create table identity.captcha (
  random_str text primary key,
  answer bytea not null,
  until timestamptz not null
);
select base.protect('identity.captcha', true);

-- Failures per account name and per address, counted before the password is looked at, so that parallel guesses all count.
create table identity.attempt (
  key text primary key,
  failures int not null,
  window_until timestamptz not null,
  blocked_until timestamptz
);
select base.protect('identity.attempt', true);

create table identity.used_nonce (
  nonce text primary key,
  until timestamptz not null
);
select base.protect('identity.used_nonce', true);
