-- How many pictures a device announced in the last hour: one look in an index for each announcement.
create index picture_announced on devices.picture (device_id, received_at);
