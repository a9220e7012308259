-- Up to where each node may have made ids, in epoch milliseconds: reserved before they are made, so that ids neither
-- repeat nor run backwards when a clock steps back across a restart.
create table engine.id_mark (
  node smallint primary key,
  until_ms bigint not null
);
select base.protect('engine.id_mark', true);
