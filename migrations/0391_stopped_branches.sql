-- Organisations and folders of documents that take nothing new.
alter table people.organization add column state smallint not null default 1;
alter table content.doc_dir add column state smallint not null default 1;
