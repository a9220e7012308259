-- What must be on a device changes with time alone where it cannot keep everything, or when everything is over: then it is
-- looked at again. A row only where that is so.

create table sync.due (
  device_id bigint not null references devices.device,
  person_id bigint not null,
  source_id bigint not null,
  app_id bigint,
  at timestamptz not null,
  primary key (device_id, person_id)
);
create index due_at on sync.due (device_id, at);
create index due_app on sync.due (app_id);
select base.protect('sync.due');

-- Devices were given the sum of all rights, which may be more than each allows: everyone is looked at once more.
update sync.follow set put_seq = 0;
update sync.device set wake_at = now();

-- Removals of the last minutes are shown until every device has confirmed them.
create index member_gone on sync.member (app_id, changed_at) where gone;
