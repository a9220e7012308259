-- Deliveries leave in order per endpoint and device: of each device one row is due at a time, the others wait for it.

-- The order in which events were queued, by the database's own count; what was delivered before has none.
create sequence applications.delivery_place as bigint;
grant usage on sequence applications.delivery_place to rt_app, rt_source, rt_scope, rt_platform, rt_engine;

-- `next_at` of a row that waits for the one before it is null.
alter table applications.delivery
  add column place bigint,
  -- Attempts that failed, on the schedule or not, and since when.
  add column failures int not null default 0,
  add column failed_at timestamptz,
  -- Refused three times while others were delivered: it is tried apart, and holds up nothing.
  add column aside boolean not null default false,
  -- To be tried before its time, because the endpoint may be back; that counts as no try.
  add column forward_at timestamptz;

with line as (select id, row_number() over (order by id) as no from applications.delivery where state in (0, 1))
update applications.delivery d set place = line.no,
  next_at = case when d.device_id is not null and exists (select from applications.delivery e
    where e.callback_id = d.callback_id and e.device_id = d.device_id and e.state in (0, 1) and e.id < d.id) then null else d.next_at end
from line where line.id = d.id;
select setval('applications.delivery_place', (select count(*) + 1 from applications.delivery where state in (0, 1)));
alter table applications.delivery alter column place set default nextval('applications.delivery_place');

drop index applications.delivery_due;
create index delivery_due on applications.delivery (next_at) where state in (0, 1) and next_at is not null;
create index delivery_forward on applications.delivery (callback_id) where state in (0, 1) and forward_at is not null;
create index delivery_line on applications.delivery (callback_id, device_id, place) where state in (0, 1);

alter table applications.callback
  -- When it took something last, to a second.
  add column last_ok_at timestamptz,
  -- While it fails: when it is looked whether it is back.
  add column probe_at timestamptz;
update applications.callback set probe_at = now() where failing_since is not null and state = 1;
create index callback_probe on applications.callback (probe_at) where probe_at is not null;
