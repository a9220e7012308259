-- Devices that call without keeping a connection, and callers that prove nothing but a serial number.

-- A device that polls fetches its commands one by one; one that proved nothing is marked.
alter table devices.session add column polls boolean not null default false, add column proven boolean not null default true;
-- The protocol of a message is that of its session.
alter table devices.session_log add column protocol text, add column proven boolean not null default true;

-- Calls without a proof, by device and address: refused until somebody approves them.
create table devices.approval (
  id bigint primary key,
  device_id bigint not null references devices.device,
  source_id bigint not null,
  app_id bigint,
  address text not null,
  protocol text not null,
  state smallint not null default 0,
  first_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint,
  unique (device_id, address)
);
create index approval_source on devices.approval (source_id, first_at desc);
create index approval_app on devices.approval (app_id);
select base.protect('devices.approval');
select base.staff_writes('devices.approval');
