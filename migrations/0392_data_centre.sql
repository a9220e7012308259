-- The data centre reads the latest facts of every organisation at once, for which no index begins with the time.

create index passage_time on devices.passage using brin (time) with (pages_per_range = 16);
-- Alarms are few: these two cost nothing where events are mostly none.
create index event_alarm on devices.event (time desc) include (device_id, app_id, source_id) where level > 0;
create index event_ended on devices.event (device_id, identifier, time) where params ->> 'on' = 'false';
create index command_asked on devices.command (queued_at desc) where lane = 0;
create index passage_refused on devices.passage (time desc) include (reason, app_id, source_id) where result = 0;
