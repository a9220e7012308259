-- Jobs that run once a day in each application, at a time of its own clock: when next, and when last.
create table applications.schedule (
  key text not null,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  next_at timestamptz not null,
  last_at timestamptz,
  primary key (key, app_id)
);
create index schedule_due on applications.schedule (next_at);
create index schedule_app on applications.schedule (app_id);
select base.protect('applications.schedule');
