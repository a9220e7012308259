-- To whom a step gave a ticket: those who take turns are given one in the order of their last.
alter table service.ticket_step add column assignee_id bigint;
create index ticket_step_assignee on service.ticket_step (assignee_id, id desc) where assignee_id is not null;
