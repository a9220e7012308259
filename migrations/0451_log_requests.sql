-- The lines of one request are found at once. Few lines belong to a request, so that storing the others costs nothing.
create index frame_request on devices.frame (request_id) where request_id is not null;
