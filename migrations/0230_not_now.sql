-- "Not now" is told from "never": what waits in its order, and what was put back, are marked.

-- In work, or held back because the database could not do it at the moment: later events of its key wait.
alter table engine.outbox add column held boolean not null default false;
create index outbox_held on engine.outbox (key) where held;

-- Claims of a job that ended because the database could not do it at the moment; the others count as interruptions.
alter table engine.job add column put_backs int not null default 0;
