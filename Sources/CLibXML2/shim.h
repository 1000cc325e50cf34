#ifndef GANTRY_CLIBXML2_SHIM_H
#define GANTRY_CLIBXML2_SHIM_H

#include <libxml/xmlversion.h>
// Debian builds libxml2 with ICU, so that its headers would pull in ICU's, whose types clash with the copy inside
// Foundation. Only the layout of character converters depends on it, and no converter is touched from here.
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/xmlIO.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlwriter.h>

/// An error callback. libxml2 declares the error as `xmlError *` up to 2.11 and as `const xmlError *` from 2.12 on:
/// the difference is hidden here because Swift would see two different function types.
typedef void (*gantry_xml_error_handler)(void *context, const xmlError *error);

/// `xmlTextReaderSetStructuredErrorHandler`; in C because of the callback type above.
static inline void gantry_xml_reader_set_error_handler(xmlTextReaderPtr reader, gantry_xml_error_handler handler,
                                                       void *context) {
    xmlTextReaderSetStructuredErrorHandler(reader, (xmlStructuredErrorFunc)handler, context);
}

/// Sets the error callback of a parser that calls for each piece; in C because of the callback type above. It gets what
/// the others get.
static inline void gantry_xml_sax_set_error_handler(xmlSAXHandler *handlers, gantry_xml_error_handler handler) {
    handlers->initialized = XML_SAX2_MAGIC;
    handlers->serror = (xmlStructuredErrorFunc)handler;
}

/// `xmlSchemaSetParserStructuredErrors`; in C because of the callback type above.
static inline void gantry_xml_schema_set_error_handler(xmlSchemaParserCtxtPtr parser, gantry_xml_error_handler handler,
                                                       void *context) {
    xmlSchemaSetParserStructuredErrors(parser, (xmlStructuredErrorFunc)handler, context);
}

/// `xmlSetStructuredErrorFunc`, which concerns the calling thread only; in C because of the callback type above.
/// Without a handler, libxml2 prints on standard error.
static inline void gantry_xml_thread_set_error_handler(gantry_xml_error_handler handler, void *context) {
    xmlSetStructuredErrorFunc(context, (xmlStructuredErrorFunc)handler);
}

static inline xmlParserInputPtr gantry_xml_load_nothing(const char *url, const char *identifier,
                                                        xmlParserCtxtPtr parser) {
    (void)url;
    (void)identifier;
    (void)parser;
    return NULL;
}

/// Makes the process refuse every document that libxml2 would fetch by itself: external DTDs and entities,
/// `xs:import`, `xs:include`, `xsi:schemaLocation`. In C because the loader's return type is a libxml2 structure
/// that Swift has no need to know.
static inline void gantry_xml_refuse_external_documents(void) {
    xmlSetExternalEntityLoader(gantry_xml_load_nothing);
}

#endif
