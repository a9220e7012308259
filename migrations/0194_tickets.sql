-- Repair tickets, and the label on a device that anybody may scan to report a fault.

-- What is printed on the label: random (over 150 bits), never the device's number.
alter table devices.device add column label_code text not null
  default substr(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 1, 40);
create unique index device_label_code on devices.device (label_code);

create schema service;
grant usage on schema service to rt_app, rt_source, rt_scope, rt_platform, rt_engine;

create sequence service.ticket_no;
grant usage on sequence service.ticket_no to rt_source, rt_scope, rt_platform, rt_engine;

create table service.ticket (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  report_no text not null default 'R' || to_char(now() at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(nextval('service.ticket_no')::text, 5, '0'),
  device_id bigint not null references devices.device,
  app_id bigint,
  fault_type smallint not null,
  content text not null,
  photos jsonb not null default '[]',
  reporter text not null,
  phone_sealed bytea, phone_index bytea, phone_masked text,
  channel smallint not null,
  urgency smallint not null default 1,
  appointment_at timestamptz,
  assignee_id bigint references identity.account,
  state smallint not null default 0,
  accept_due_at timestamptz not null,
  finish_due_at timestamptz not null,
  accepted_at timestamptz,
  finished_at timestamptz,
  result text,
  result_photos jsonb not null default '[]',
  materials text,
  fee bigint,
  score smallint,
  praise text,
  ip text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
create unique index ticket_report_no on service.ticket (report_no);
create index ticket_source on service.ticket (source_id, state, id desc);
create index ticket_waiting on service.ticket (state, id desc);
create index ticket_device on service.ticket (device_id, id desc);
create index ticket_ip on service.ticket (ip, created_at) where ip is not null;
select base.protect('service.ticket'), base.staff_writes('service.ticket');

-- Who took a ticket from where to where, and what they said.
create table service.ticket_step (
  id bigint primary key,
  source_id bigint not null,
  ticket_id bigint not null references service.ticket,
  at timestamptz not null,
  actor_id bigint,
  actor_name text not null,
  from_state smallint,
  to_state smallint not null,
  opinion text
);
create index ticket_step_ticket on service.ticket_step (ticket_id, id);
select base.protect('service.ticket_step'), base.staff_writes('service.ticket_step');
