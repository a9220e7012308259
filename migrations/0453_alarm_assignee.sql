-- The name of the assignee as it was: applications cannot read accounts.
alter table devices.alarm add column assignee_name text;
update devices.alarm a set assignee_name = coalesce(u.nickname, u.username) from identity.account u where u.id = a.assignee_id;
