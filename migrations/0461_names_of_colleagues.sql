-- Whom an alarm was given to is named to users of the application too, and they may give one to a colleague: the role of an
-- application could not read the name, so that a list with such an alarm was refused.
grant select (id, source_id, username, nickname, state, machine, deleted_at) on identity.account to rt_app;
create policy app on identity.account for select to rt_app using (source_id = (select base.source_id()));
