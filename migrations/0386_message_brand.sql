-- A message may be handed to an agency; the brand to which it was written is kept.
alter table content.leave_message add column brand_id bigint references identity.organisation;
update content.leave_message set brand_id = source_id;
alter table content.leave_message alter column brand_id set not null;
