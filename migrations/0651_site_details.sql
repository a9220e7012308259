-- What people ask of a site before they come: where exactly, what it looks like, whom to call, how many cars it takes and what it has.
alter table applications.site add column district text, add column pictures jsonb, add column service_phone text,
  add column spaces int check (spaces between 0 and 100000), add column facilities jsonb;
