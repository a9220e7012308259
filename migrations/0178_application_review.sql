-- Reviews of applications: what a partner asks for, and what the platform answers.

-- Stopped by the platform: only the platform starts it again.
alter table applications.application add column held boolean not null default false;

create table applications.review (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  application_id bigint not null references applications.application,
  kind smallint not null,
  asked jsonb not null default '{}',
  had jsonb not null default '{}',
  reason text,
  applicant_id bigint not null,
  asked_at timestamptz not null default now(),
  state smallint not null default 0,
  opinion text,
  reviewer_id bigint,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
-- One question at a time.
create unique index review_application_id on applications.review (application_id) where state = 0;
create index review_source on applications.review (source_id, state, id desc);
create index review_waiting on applications.review (state, id desc);
select base.protect('applications.review'), base.staff_writes('applications.review');
