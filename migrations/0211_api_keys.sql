-- Keys of programs: an application's own way in, for those who build on it. The row's id is that of the account that acts.
alter table identity.account add column machine boolean not null default false;

create table identity.api_key (
  id bigint primary key references identity.account,
  rev int not null default 1,
  source_id bigint not null,
  app_id bigint not null references applications.application,
  name text not null,
  client_id text not null unique,
  -- The application's AppKey is the client id of this one.
  main boolean not null default false,
  secret_hash bytea not null,
  old_secret_hash bytea, old_secret_until timestamptz,
  points jsonb not null default '[]',
  addresses text,
  expires_at timestamptz,
  last_used_at timestamptz, last_used_ip text,
  state smallint not null default 1,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create index api_key_app on identity.api_key (app_id, id desc);
select base.protect('identity.api_key');
-- With a key comes an account: only the engine makes and changes both.
revoke insert, update, delete on identity.api_key from rt_app, rt_source;
