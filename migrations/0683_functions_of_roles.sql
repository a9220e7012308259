-- Functions with their owner's rights are called by the roles that need them: those that change rights, and the accounts limited to places.
revoke all on function sync.wake, sync.wake_devices, devices.ids_in_places, devices.location_ids_in_places from public;
grant execute on function sync.wake, sync.wake_devices to rt_app, rt_source, rt_scope, rt_platform, rt_engine, rt_places;
grant execute on function devices.ids_in_places, devices.location_ids_in_places to rt_places;
