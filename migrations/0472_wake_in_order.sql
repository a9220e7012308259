-- Devices are woken in one order: two changes of rights, or a change and a read-back, that woke the same devices in
-- different orders could end in a deadlock.
create or replace function sync.wake(p_groups bigint[]) returns void language sql security definer set search_path = pg_catalog as $$
  insert into sync.device (device_id) select distinct device_id from sync.follow where group_id = any(p_groups) order by device_id
  on conflict (device_id) do update set wake_at = now()
$$;
