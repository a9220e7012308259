-- A failed delivery names the command that carried it, whose messages are in the device's log.
alter table sync.exception add column command_id bigint;

-- Staff send failed deliveries of every organisation again.
select base.staff_writes('sync.exception');

-- sync.device belongs to the engine; callers may wake devices, and nothing else.
create function sync.wake_devices(p_devices bigint[]) returns void language sql security definer
set search_path = pg_catalog as $$
  update sync.device set wake_at = now() where device_id = any(p_devices)
$$;
grant create on schema sync to rt_engine;
alter function sync.wake_devices owner to rt_engine;
revoke create on schema sync from rt_engine;
