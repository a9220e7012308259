-- Notices to accounts: what a rule or an alarm has to say to them, in the console or by SMS.
create schema notices;
grant usage on schema notices to rt_engine, rt_ingest, rt_platform, rt_app, rt_source, rt_scope, rt_places;
create table notices.notice (
  id bigint primary key,
  account_id bigint not null,
  source_id bigint not null,
  app_id bigint not null,
  device_id bigint not null,
  at timestamptz not null,
  -- Who says it: the name of a rule or an alarm.
  title text not null,
  body text not null,
  -- 0 console · 1 SMS
  channel smallint not null,
  -- 0 waiting · 1 sent · 2 failed
  state smallint not null default 0,
  tries smallint not null default 0,
  next_at timestamptz,
  -- Why it failed, in both languages.
  reason jsonb,
  origin text not null,
  origin_id bigint not null,
  read_at timestamptz
);
create index notice_of_account on notices.notice (account_id, id desc);
create index notice_waiting on notices.notice (next_at) where state = 0;
create index notice_origin on notices.notice (origin, origin_id);
create index notice_at on notices.notice (at);
select base.protect('notices.notice', true);
