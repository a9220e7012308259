-- The data centre counts commands and deliveries of its period, of every organisation at once, by application and class.
drop index devices.command_asked;
create index command_asked on devices.command (queued_at desc) include (app_id, device_class, lane, acked_at);
create index delivery_ended on callbacks.delivery (created_at desc) include (app_id, device_class, state);
