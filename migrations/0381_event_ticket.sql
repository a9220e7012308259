-- A repair ticket may be about an event of its device.
alter table service.ticket add column event_id bigint;
create index ticket_event on service.ticket (event_id) where event_id is not null;
